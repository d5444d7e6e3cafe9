/** Why a defect fails further checks: one sentence for each pair in entailment.md. */
import type { Entailments } from './entailment-table.ts'

export const entailments: Entailments = {}
