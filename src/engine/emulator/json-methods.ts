/** The methods that another process calls by name. */
import type { Emulator } from './emulator-api.ts'

/** The methods whose arguments and results are JSON. Other methods have routes of their own. */
export const jsonMethods = [
  'advance',
  'assumptionReport',
  'delivered',
  'endFaults',
  'explain',
  'faults',
  'flags',
  'importRecords',
  'load',
  'mintToken',
  'now',
  'openapi',
  'outbox',
  'pending',
  'received',
  'reset',
  'row',
  'rows',
  'save',
  'setFlags',
  'setScopes',
  'settle',
  'usage',
  'webhook',
] as const satisfies readonly (keyof Emulator)[]

/** The name of a method whose arguments and results are JSON. */
export type JsonMethod = (typeof jsonMethods)[number]
