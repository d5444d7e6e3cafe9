import * as d from '../../engine/define/define.ts'
import { attendableTables } from '../rules/attendables.ts'
import { findConflicts, conflictResourceTypes } from './planning_conflicts.detection.ts'

const eventType = () => d.keyOf(attendableTables).required()

const PlanningConflictShape = {
  resource_type: d.choice(conflictResourceTypes).required(),
  resource_id: d.integer().required(),
  resource_name: d.string().required(),
  event_id: d.integer().required(),
  event_type: eventType(),
  event_start_date_time: d.string().required(),
  event_end_date_time: d.string().required(),
  conflicting_event_id: d.integer().required(),
  conflicting_event_type: eventType(),
  conflicting_event_start_date_time: d.string().required(),
  conflicting_event_end_date_time: d.string().required(),
  start_date_time: d.string().required(),
  end_date_time: d.string().required(),
}

export default d.resource(
  'planning_conflicts',
  d.identity,
  { singular: 'PlanningConflict', group: 'planning-conflicts' },
  () => ({
    description:
      'A teacher, material or room that is planned twice at the same time. Conflicts are computed, not stored.',

    operations: {
      get_planning_conflicts: d.operation({
        ...d.pagination(),
        method: 'GET',
        path: '/planning/conflicts',
        scopes: ['courses:read'],
        presenter: d.itemPage(d.object(PlanningConflictShape)),
        handle: (tx, { query }) => d.paginateItems(tx, findConflicts(tx), query),
      }),
    },
  }),
)
