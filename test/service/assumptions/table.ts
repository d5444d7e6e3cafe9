/** The table of assumptions: for each, what an emulator does by default and with each alternative. */
import { deliveries } from './deliveries.ts'
import { events } from './events.ts'
import { lifecycles } from './lifecycles.ts'
import { merges } from './merges.ts'
import { queries } from './queries.ts'
import { recordRules } from './record-rules.ts'
import { recordStates } from './record-states.ts'
import { records } from './records.ts'
import { relations } from './relations.ts'
import { requests } from './requests.ts'
import { responses } from './responses.ts'
import type { AssumptionRows } from './row.ts'
import { values } from './values.ts'

const topics: readonly AssumptionRows[] = [
  requests,
  queries,
  responses,
  values,
  records,
  recordRules,
  recordStates,
  relations,
  merges,
  lifecycles,
  events,
  deliveries,
]

export const cases = topics.flatMap((rows) => Object.entries(rows.cases ?? {}))
export const operationRows = topics.flatMap((rows) => Object.entries(rows.operations ?? {}))
