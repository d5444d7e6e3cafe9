import {
  rowCounts,
  includesAny,
  assumed,
  boolean,
  choice,
  identity,
  firstIdWithout,
  integer,
  lifecycleEvents,
  noContent,
  oneOf,
  operation,
  type Presenter,
  ref,
  refs,
  resource,
  includesWords,
  customFilter,
  shapedObject,
  timestamps,
  string,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { customPropertiesField } from './shared/custom-properties.ts'
import { demoCustomProperties } from './demo/custom-property-values.ts'
import { demoLabelIds } from './demo/labels.ts'
import { emailAddress } from './shared/email-address.ts'
import { localeField } from './shared/locale.ts'
import { fullName } from './shared/person-names.ts'
import { removeTeacher } from './rules/teacher-assignment.ts'
import type { Rows } from '../generated/rows.ts'

type TeacherRow = Rows['teachers']
type UserRow = Rows['users']

const requiresUser = assumed(
  'teacher.user_id',
  'creating a teacher without a user is refused with 422',
  {
    reason:
      'the contract describes the operation as promoting a user, but does not require user_id',
  },
)

const fromUser =
  <K extends keyof UserRow>(field: K) =>
  (tx: Tx, { user_id }: TeacherRow): UserRow[K] =>
    tx.get('users', user_id)[field]

/** A user who can be assigned to courses and meetings. */
export const TeacherShape = {
  ...identity,
  label_ids: refs('labels'),
  active: boolean().defaultsTo(true),
  note: string().nullable(),
  custom: customPropertiesField('teachers'),
  ...timestamps,
  slug: string()
    .deprecated()
    .unique()
    .defaultsTo((tx, { user_id, id }: TeacherRow) => `${tx.get('users', user_id).slug}-t${id}`),
  first_name: string().computed(fromUser('first_name')),
  middle_name: string().nullable().computed(fromUser('middle_name')),
  last_name: string().computed(fromUser('last_name')),
  email: emailAddress().computed(fromUser('email')),
  avatar_url: string().computed(fromUser('avatar_url')),
  employee_number: string().nullable().computed(fromUser('employee_number')),
  teacher_headline: string().nullable().computed(fromUser('teacher_headline')),
  teacher_description: string().nullable().computed(fromUser('teacher_description')),
  locale: localeField().computed(fromUser('locale')),
  teacher_enrollments_count: integer()
    .deprecated()
    .computed((tx, { id }: TeacherRow) => tx.count('teacher_enrollments', { teacher_id: id })),
  user_id: ref('users').hidden(),
}

const location = shapedObject({ result: choice(['Success']), location: string() }, 201)

/** Presents the URL of a new teacher in place of the record. */
const createdLocation: Presenter<TeacherRow> = {
  ...location,
  present: ({ id }, context) =>
    location.present({ result: 'Success', location: context.apiUrl(`/teachers/${id}`) }, context),
}

const writes = ['teachers:modify'] as const
const path = '/teachers/{id}'

export default resource(
  'teachers',
  TeacherShape,
  { singular: 'Teacher', usesSlugs: true },
  ({ list, show, create }) => ({
    events: lifecycleEvents('teacher'),

    operations: {
      get_teachers: list({
        scopes: ['teachers:read'],
        filters: {
          search: customFilter(string(), ({ user_id }: TeacherRow, words, tx) => {
            const user = tx.get('users', user_id)
            return includesWords(`${fullName(user)} ${user.email}`, words)
          }),
          label_id: includesAny('label_ids'),
          id: oneOf('id'),
        },
      }),
      get_teacher_by_id: show({ scopes: ['teachers:read'] }),
      create_teacher: {
        ...create({
          scopes: writes,
          body: { user_id: ref('users').required() },
          example: (tx) => ({
            body: { user_id: firstIdWithout(tx, 'users', 'teachers', 'user_id') },
          }),
          check(tx, { user_id }) {
            tx.logBehaviour(requiresUser)
            if (tx.count('teachers', { user_id }) > 0) {
              throw unprocessable({ user_id: ['is already a teacher'] })
            }
          },
        }),
        presenter: createdLocation,
      },
      activate_teacher_by_id: operation({
        method: 'POST',
        path: `${path}/activate`,
        scopes: writes,
        presenter: noContent(),
        handle: (tx, { id }) => tx.update('teachers', id, { active: true }),
      }),
      deactivate_teacher_by_id: operation({
        method: 'POST',
        path: `${path}/deactivate`,
        scopes: writes,
        presenter: noContent(),
        handle: (tx, { id }) => tx.update('teachers', id, { active: false }),
      }),
    },
    remove: removeTeacher,

    recipe: {
      rowCounts: rowCounts(2, 30, 400),
      repeated: {
        slug: ({ row, find }) => `${find('users', row['user_id'])?.['slug']}-t${row['id']}`,
      },
      generatedAfter: ['custom_field_options'],
      defaults: { active: true },
      fields: {
        // Teachers are the users after the administrator, in the order of their ids.
        user_id: ({ number, tx, pick }) => tx.find('users', number + 1)?.id ?? pick('users'),
        active: ({ random }) => random.next() < 0.9,
        note: ({ random }) => random.pick([null, null, 'Prefers mornings.']),
        label_ids: ({ random, tx }) => demoLabelIds(tx, 'Teacher', random),
        custom: demoCustomProperties('teachers'),
      },
    },
  }),
)
