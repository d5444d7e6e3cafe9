import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { customPropertiesField } from '../fields/custom-properties.ts'
import { demoCustomProperties } from '../demo/custom-property-values.ts'
import { demoLabelIds } from '../demo/labels.ts'
import { emailAddress } from '../fields/email-address.ts'
import { userPicture } from '../fields/pictures.ts'
import { localeField } from '../fields/locale.ts'
import { fullName } from '../fields/person-names.ts'
import { removeTeacher } from '../rules/teacher-assignment.ts'
import type { Rows } from '../generated/rows.ts'
import { requiresUser } from '../behaviours/people.ts'

type TeacherRow = Rows['teachers']
type UserRow = Rows['users']

const fromUser =
  <K extends keyof UserRow>(field: K) =>
  (tx: d.Tx, { user_id }: TeacherRow): UserRow[K] =>
    tx.get('users', user_id)[field]

const TeacherShape = {
  ...d.identity,
  label_ids: d.refs('labels'),
  active: d.boolean().defaultsTo(true),
  note: d.string().nullable(),
  custom: customPropertiesField('teachers'),
  ...d.timestamps,
  slug: d
    .string()
    .deprecated()
    .unique()
    .defaultsTo((tx, { user_id, id }: TeacherRow) => `${tx.get('users', user_id).slug}-t${id}`),
  first_name: d.string().computed(fromUser('first_name')),
  middle_name: d.string().nullable().computed(fromUser('middle_name')),
  last_name: d.string().computed(fromUser('last_name')),
  email: emailAddress().computed(fromUser('email')),
  avatar_url: d.string().computed((tx, { user_id }: TeacherRow) => {
    const user = tx.get('users', user_id)
    return userPicture(tx, user.avatar_url, user)
  }),
  employee_number: d.string().nullable().computed(fromUser('employee_number')),
  teacher_headline: d.string().nullable().computed(fromUser('teacher_headline')),
  teacher_description: d.string().nullable().computed(fromUser('teacher_description')),
  locale: localeField().computed(fromUser('locale')),
  teacher_enrollments_count: d
    .integer()
    .deprecated()
    .computed((tx, { id }: TeacherRow) => tx.count('teacher_enrollments', { teacher_id: id })),
  user_id: d.ref('users').hidden(),
}

/** The fields of a user whom the alternative of `teacher.user_id` creates. */
const userBody = { first_name: d.string(), last_name: d.string(), email: emailAddress() }

/** Creates the user of a teacher, and returns the id. */
function createUser(tx: d.Tx, values: Partial<UserRow>): number {
  const missing = Object.keys(userBody).filter((name) =>
    d.isBlankText(values[name as keyof typeof userBody]),
  )
  if (missing.length === 0) return tx.insert('users', values).id
  throw d.unprocessable(
    Object.fromEntries(missing.map((name) => [name, ['is missing']])),
    requiresUser,
  )
}

const location = d.shapedObject({ result: d.choice(['Success']), location: d.string() }, 201)

/** Presents the URL of a new teacher in place of the record. */
const createdLocation: d.Presenter<TeacherRow> = {
  ...location,
  present: ({ id }, context) =>
    location.present(
      { result: 'Success', location: `${context.tx.baseUrl}/teachers/${id}` },
      context,
    ),
}

const writes = ['teachers:modify'] as const
const path = '/teachers/{id}'

export default d.resource(
  'teachers',
  TeacherShape,
  { singular: 'Teacher', usesSlugs: true },
  ({ list, show }) => ({
    description: 'A user who can be assigned to courses and meetings.',

    events: d.lifecycleEvents('teacher'),

    operations: {
      get_teachers: list({
        scopes: ['teachers:read'],
        filters: {
          search: d.customFilter(d.string(), ({ user_id }: TeacherRow, words, tx) => {
            const user = tx.get('users', user_id)
            return d.includesWords(`${fullName(user)} ${user.email}`, words)
          }),
          label_id: d.includesAny('label_ids'),
          id: d.oneOf('id'),
        },
      }),
      get_teacher_by_id: show({ scopes: ['teachers:read'] }),
      create_teacher: d.operation({
        method: 'POST',
        path: '/teachers',
        scopes: writes,
        body: { user_id: d.ref('users').required() },
        alternativeBody: {
          assumption: requiresUser,
          body: { user_id: d.ref('users'), ...userBody },
        },
        presenter: createdLocation,
        example: (tx) => ({
          body: { user_id: d.firstIdWithout(tx, 'users', 'teachers', 'user_id') },
        }),
        handle(tx, { body }) {
          const { user_id = createUser(tx, body as Partial<UserRow>) } = body as Partial<TeacherRow>
          if (tx.count('teachers', { user_id }) > 0) {
            throw d.unprocessable({ user_id: ['is already a teacher'] })
          }
          return tx.insert('teachers', { user_id })
        },
      }),
      activate_teacher_by_id: d.operation({
        method: 'POST',
        path: `${path}/activate`,
        scopes: writes,
        presenter: d.noContent(),
        handle: (tx, { id }) => tx.update('teachers', id, { active: true }),
      }),
      deactivate_teacher_by_id: d.operation({
        method: 'POST',
        path: `${path}/deactivate`,
        scopes: writes,
        presenter: d.noContent(),
        handle: (tx, { id }) => tx.update('teachers', id, { active: false }),
      }),
    },
    remove: removeTeacher,

    recipe: {
      rowCounts: d.rowCounts(2, 30, 400),
      numbered: {
        slug: ({ row, find }) => `${find('users', row['user_id'])?.['slug']}-t${row['id']}`,
      },
      generatedAfter: ['custom_field_options'],
      defaults: { active: true },
      fields: {
        // Teachers are the users after the administrator, in the order of their ids.
        user_id: ({ number, tx, pick }) => tx.find('users', number + 1)?.id ?? pick('users'),
        active: ({ random }) => random.next() < 0.9,
        note: ({ random, locale }) => random.pick([null, null, textsIn(locale).teacherNote]),
        label_ids: ({ random, tx }) => demoLabelIds(tx, 'Teacher', random),
        custom: demoCustomProperties('teachers'),
      },
    },
  }),
)
