/** The methods that another process calls by name. */
import type { Emulator } from './emulator-api.ts'

/** The methods whose arguments and results are JSON. Other methods have routes of their own. */
export const jsonMethods = [
  'advance',
  'assumptionReport',
  'delivered',
  'explain',
  'faults',
  'flags',
  'importRecords',
  'mintToken',
  'now',
  'openapi',
  'pending',
  'received',
  'reset',
  'restore',
  'row',
  'rows',
  'save',
  'setScopes',
  'settle',
  'usage',
] as const satisfies readonly (keyof Emulator)[]

/** The name of a method whose arguments and results are JSON. */
export type JsonMethod = (typeof jsonMethods)[number]
