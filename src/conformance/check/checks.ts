/** The checks of the report card. */
import type { CheckDefinition } from './check-definition.ts'
import { limitsChecks } from './groups/limits-checks.ts'
import { orderingChecks } from './groups/ordering-checks.ts'
import { reconciliationChecks } from './groups/reconciliation-checks.ts'
import { receivingChecks } from './groups/receiving-checks.ts'
import { writeSafetyChecks } from './groups/write-safety-checks.ts'
import { pagingChecks } from './groups/paging-checks.ts'
import { rightsAndPrivacyChecks } from './groups/rights-and-privacy-checks.ts'
import { timeChecks } from './groups/time-checks.ts'

export const checks: readonly CheckDefinition[] = [
  ...receivingChecks,
  ...orderingChecks,
  ...reconciliationChecks,
  ...writeSafetyChecks,
  ...limitsChecks,
  ...pagingChecks,
  ...rightsAndPrivacyChecks,
  ...timeChecks,
]
