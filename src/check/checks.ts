/** The checks of the report card: eight groups of six. */
import type { CheckDefinition } from './check-definition.ts'
import { orderingChecks } from './groups/ordering.ts'
import { receivingChecks } from './groups/receiving.ts'

export const checks: readonly CheckDefinition[] = [...receivingChecks, ...orderingChecks]
