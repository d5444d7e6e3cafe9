import {
  choice,
  identity,
  integer,
  object,
  operation,
  paged,
  pageOf,
  pageOfItems,
  resource,
  string,
} from '../define/define.ts'
import { attendables, type AttendableType } from './rules/attendables.ts'
import { conflictsOf, resourceTypes } from './planning_conflicts.detection.ts'

const eventType = () => choice(Object.keys(attendables) as AttendableType[]).required()

/** Somebody or something that is planned twice at a time; nothing is stored, it follows from the rest. */
export const PlanningConflict = {
  resource_type: choice(resourceTypes).required(),
  resource_id: integer().required(),
  resource_name: string().required(),
  event_id: integer().required(),
  event_type: eventType(),
  event_start_date_time: string().required(),
  event_end_date_time: string().required(),
  conflicting_event_id: integer().required(),
  conflicting_event_type: eventType(),
  conflicting_event_start_date_time: string().required(),
  conflicting_event_end_date_time: string().required(),
  start_date_time: string().required(),
  end_date_time: string().required(),
}

export default resource(
  'planning_conflicts',
  identity,
  { one: 'PlanningConflict', group: 'planning-conflicts' },
  () => ({
    operations: {
      get_planning_conflicts: operation({
        ...paged(),
        method: 'GET',
        path: '/planning/conflicts',
        scopes: ['courses:read'],
        present: pageOfItems(object(PlanningConflict)),
        answer: (tx, { query }) => pageOf(tx, conflictsOf(tx), query),
      }),
    },
  }),
)
