import { amounts, identity, integer, ref, refs, resource } from '../define/define.ts'

/** Teachers that an event on the planning still asks for. */
export const RequiredTeacherGroup = {
  ...identity,
  planning_event_id: ref('planning_events').part(),
  quantity: integer().initially(1),
  teacher_label_ids: refs('labels'),
  teacher_role_id: ref('teacher_roles'),
}

export default resource(
  'required_teacher_groups',
  RequiredTeacherGroup,
  { one: 'RequiredTeacherGroup' },
  () => ({
    recipe: {
      amounts: amounts(1, 40, 500),
      fields: {
        planning_event_id: ({ number, tx, pick }) =>
          tx.find('planning_events', number)?.id ?? pick('planning_events'),
        quantity: ({ chance }) => chance.integer(1, 3),
        teacher_role_id: ({ tx }) => [...tx.walk('teacher_roles')][0]?.id,
        teacher_label_ids: ({ tx }) =>
          tx
            .where('labels', { model_type: 'Teacher' })
            .slice(0, 1)
            .map(({ id }) => id),
      },
    },
  }),
)
