/** Types of the acts that the inspector lists, for the page. */
export type { ActInput, ActInputSpec, ActView } from '../../emulator/reports/act-catalog.ts'
