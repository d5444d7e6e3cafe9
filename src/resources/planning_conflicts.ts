import {
  choice,
  identity,
  integer,
  object,
  operation,
  pagination,
  paginateItems,
  itemPage,
  resource,
  string,
} from '../define/define.ts'
import { attendableTables, type AttendableType } from './rules/attendables.ts'
import { findConflicts, conflictResourceTypes } from './planning_conflicts.detection.ts'

const eventType = () => choice(Object.keys(attendableTables) as AttendableType[]).required()

/** A teacher, material or room that is planned twice at the same time. Conflicts are computed, not stored. */
export const PlanningConflictShape = {
  resource_type: choice(conflictResourceTypes).required(),
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
  { singular: 'PlanningConflict', group: 'planning-conflicts' },
  () => ({
    operations: {
      get_planning_conflicts: operation({
        ...pagination(),
        method: 'GET',
        path: '/planning/conflicts',
        scopes: ['courses:read'],
        presenter: itemPage(object(PlanningConflictShape)),
        handle: (tx, { query }) => paginateItems(tx, findConflicts(tx), query),
      }),
    },
  }),
)
