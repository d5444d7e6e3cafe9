/** Types of the faults that the inspector lists, for the page. */
export type { FaultView } from '../../emulator/methods/faults.ts'
export type { FaultEffect } from '../../faults/fault-rule.ts'
