/** The checks of the report card: eight groups of six. */
import type { CheckDefinition } from './check-definition.ts'
import { limitsChecks } from './groups/limits.ts'
import { orderingChecks } from './groups/ordering.ts'
import { reconciliationChecks } from './groups/reconciliation.ts'
import { receivingChecks } from './groups/receiving.ts'
import { writeSafetyChecks } from './groups/write-safety.ts'
import { pagingChecks } from './groups/paging.ts'
import { rightsAndPrivacyChecks } from './groups/rights-and-privacy.ts'
import { timeChecks } from './groups/time.ts'

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
