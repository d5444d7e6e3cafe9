import {
  amounts,
  choice,
  identity,
  integer,
  operation,
  paged,
  pageOf,
  pageOfItems,
  ref,
  refVia,
  resource,
  string,
  type Tx,
} from '../define/define.ts'
import { attendables, type AttendableType, materialsOf } from './rules/attendables.ts'
import { MaterialShown } from './shared/planning-shapes.ts'

/** A material that a meeting or an event uses. */
export const PlanningMaterial = {
  ...identity,
  material_id: ref('materials'),
  amount: integer().nullable(),
  comment: string().nullable(),
  attendable_id: refVia('attendable_type', attendables).part(),
  attendable_type: choice(Object.keys(attendables) as AttendableType[]),
}

export default resource(
  'planning_materials',
  PlanningMaterial,
  { one: 'PlanningMaterial', group: 'planning-materials' },
  () => ({
    operations: {
      get_planning_materials_of_meeting: operation({
        ...paged(),
        method: 'GET',
        path: '/meetings/{id}/materials',
        params: { id: ref('meetings') },
        scopes: ['courses:read'],
        present: pageOfItems(MaterialShown),
        answer: (tx, { id, query }) => pageOf(tx, materialsOf(tx, 'Meeting', id), query),
      }),
      get_planning_materials_of_planing_event: operation({
        ...paged(),
        method: 'GET',
        path: '/planning/events/{id}/materials',
        params: { id: ref('planning_events') },
        scopes: ['courses:read', 'settings:read'],
        present: pageOfItems(MaterialShown),
        answer: (tx, { id, query }) => pageOf(tx, materialsOf(tx, 'Planning::Event', id), query),
      }),
    },

    recipe: {
      amounts: amounts(2, 120, 2_000),
      plain: { attendable_type: 'Meeting' },
      fields: {
        // The first meeting and the first event use more than one thing.
        attendable_type: ({ number }) => (number % 4 === 0 ? 'Planning::Event' : 'Meeting'),
        attendable_id: ({ row, number, tx, pick }) => {
          const table = attendables[row['attendable_type'] as AttendableType]
          const first = number <= 12 ? tx.find(table, 1)?.id : undefined
          return first ?? meetingAsWell(tx, number) ?? pick(table) ?? undefined
        },
        material_id: ({ tx, number, pickSparing }) =>
          meetingAsWell(tx, number) === undefined
            ? pickSparing('materials')
            : tx.find('planning_materials', number - 1)?.material_id,
        amount: ({ chance }) => chance.pick([null, 1, 2, 12]),
        comment: ({ chance }) => chance.pick([null, null, 'With spare batteries.']),
      },
    },
  }),
)

/** Now and then, another meeting takes at the same time what the row before this planned for its own. */
function meetingAsWell(tx: Tx, number: number): number | undefined {
  if (number <= 12 || number % 4 !== 3) return undefined
  const before = tx.find('planning_materials', number - 1)
  const meeting = tx.find('meetings', before?.attendable_id)
  if (!meeting || before?.attendable_type !== 'Meeting') return undefined
  const prefix = [meeting.start_date_time]
  for (const { id } of tx.walk('meetings', { index: 'sort:start_date_time', prefix })) {
    if (id !== meeting.id) return id
  }
  return undefined
}
