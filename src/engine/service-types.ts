/**
 * The types that are generated from the definitions of the service, and the names that its service fixes.
 *
 * The engine imports the service only here, and only types. Another service has the types of the course
 * administration API at compile time, and its own names at run time.
 */
export type { AssumptionPreset } from '../service/assumption-presets.ts'
export type { FlagName } from '../service/flags.ts'
export type {
  ActName,
  Acts,
  AssumptionAlternatives,
  DateFields,
  EventData,
  EventName,
  GroupName,
  OperationId,
  Records,
  Ref,
  References,
  Rows,
  ScopeName,
  User,
} from '../service/generated/rows.ts'
export type { DemoLocale } from '../service/demo/demo-texts.ts'
export type { WorldName } from '../service/demo/worlds.ts'
export type { Tenant } from '../service/tenant.ts'
