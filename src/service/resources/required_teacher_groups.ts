import * as d from '../../engine/define/define.ts'

const RequiredTeacherGroupShape = {
  ...d.identity,
  planning_event_id: d.ref('planning_events').partOf(),
  quantity: d.integer().defaultsTo(1),
  teacher_label_ids: d.refs('labels'),
  teacher_role_id: d.ref('teacher_roles'),
}

export default d.resource(
  'required_teacher_groups',
  RequiredTeacherGroupShape,
  { singular: 'RequiredTeacherGroup' },
  () => ({
    description: 'A group of teachers that a planning event requires.',

    recipe: {
      rowCounts: d.rowCounts(1, 40, 500),
      fields: {
        planning_event_id: ({ number, tx, pick }) =>
          tx.find('planning_events', number)?.id ?? pick('planning_events'),
        quantity: ({ random }) => random.integer(1, 3),
        teacher_role_id: ({ tx }) => [...tx.scan('teacher_roles')][0]?.id,
        teacher_label_ids: ({ tx }) =>
          tx
            .where('labels', { model_type: 'Teacher' })
            .slice(0, 1)
            .map(({ id }) => id),
      },
    },
  }),
)
