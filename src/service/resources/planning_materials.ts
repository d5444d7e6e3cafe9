import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import {
  attendableTables,
  type AttendableType,
  findAttendableMaterials,
} from '../rules/attendables.ts'
import { EmbeddedMaterialShape } from '../fields/planning-shapes.ts'

const PlanningMaterialShape = {
  ...d.identity,
  material_id: d.ref('materials'),
  amount: d.integer().nullable(),
  comment: d.string().nullable(),
  attendable_id: d.polymorphicRef('attendable_type', attendableTables).partOf(),
  attendable_type: d.keyOf(attendableTables),
}

export default d.resource(
  'planning_materials',
  PlanningMaterialShape,
  { singular: 'PlanningMaterial', group: 'planning-materials' },
  () => ({
    description: 'A material that a meeting or an event uses.',

    operations: {
      get_planning_materials_of_meeting: d.operation({
        ...d.pagination(),
        method: 'GET',
        path: '/meetings/{id}/materials',
        params: { id: d.ref('meetings') },
        scopes: ['courses:read'],
        presenter: d.itemPage(EmbeddedMaterialShape),
        handle: (tx, { id, query }) =>
          d.paginateItems(tx, findAttendableMaterials(tx, 'Meeting', id), query),
      }),
      get_planning_materials_of_planing_event: d.operation({
        ...d.pagination(),
        method: 'GET',
        path: '/planning/events/{id}/materials',
        params: { id: d.ref('planning_events') },
        scopes: ['courses:read', 'settings:read'],
        presenter: d.itemPage(EmbeddedMaterialShape),
        handle: (tx, { id, query }) =>
          d.paginateItems(tx, findAttendableMaterials(tx, 'Planning::Event', id), query),
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(2, 120, 2_000),
      defaults: { attendable_type: 'Meeting' },
      fields: {
        // The first meeting and the first event use several materials.
        attendable_type: ({ number }) => (number % 4 === 0 ? 'Planning::Event' : 'Meeting'),
        attendable_id: ({ row, number, tx, pick }) => {
          const table = attendableTables[row['attendable_type'] as AttendableType]
          const first = number <= 12 ? tx.find(table, 1)?.id : undefined
          return first ?? findConcurrentMeetingId(tx, number) ?? pick(table) ?? undefined
        },
        material_id: ({ tx, number, pickLeavingGaps }) =>
          findConcurrentMeetingId(tx, number) === undefined
            ? pickLeavingGaps('materials')
            : tx.find('planning_materials', number - 1)?.material_id,
        amount: ({ random }) => random.pick([null, 1, 2, 12]),
        comment: ({ random, locale }) => random.pick([null, null, textsIn(locale).materialNote]),
      },
    },
  }),
)

/** Sometimes another meeting at the same time uses the material of the previous row. */
function findConcurrentMeetingId(tx: d.Tx, number: number): number | undefined {
  if (number <= 12 || number % 4 !== 3) return undefined
  const before = tx.find('planning_materials', number - 1)
  const meeting = tx.find('meetings', before?.attendable_id)
  if (!meeting || before?.attendable_type !== 'Meeting') return undefined
  const prefix = [meeting.start_date_time]
  for (const { id } of tx.scan('meetings', { index: d.sortIndexName('start_date_time'), prefix })) {
    if (id !== meeting.id) return id
  }
  return undefined
}
