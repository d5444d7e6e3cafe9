import {
  amounts,
  anyIn,
  assumed,
  boolean,
  choice,
  email,
  identity,
  idOfOne,
  integer,
  lifecycle,
  nothing,
  oneOf,
  operation,
  ref,
  refs,
  resource,
  hasWords,
  keeping,
  shaped,
  stamps,
  string,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { custom } from './shared/custom-properties.ts'
import { demoProperties } from './demo/custom-property-values.ts'
import { demoLabels } from './demo/labels.ts'
import { locale } from './shared/locale.ts'
import { fullName } from './shared/person-names.ts'
import { siteUrl } from './shared/tenant-urls.ts'
import { removeTeacher } from './rules/teacher-assignment.ts'
import type { Rows } from '../generated/rows.ts'

type TeacherRow = Rows['teachers']
type UserRow = Rows['users']

const whole = assumed('teacher.user_id', 'a teacher cannot be made without a user; 422', {
  because: 'the contract requires no user, but promotes one',
})

const ofUser =
  <K extends keyof UserRow>(field: K) =>
  (tx: Tx, { user_id }: TeacherRow): UserRow[K] =>
    tx.get('users', user_id)[field]

/** A user who teaches. */
export const Teacher = {
  ...identity,
  label_ids: refs('labels'),
  active: boolean().initially(true),
  note: string().nullable(),
  custom: custom('teachers'),
  ...stamps,
  slug: string()
    .deprecated()
    .unique()
    .initially((tx, { user_id, id }: TeacherRow) => `${tx.get('users', user_id).slug}-t${id}`),
  first_name: string().computed(ofUser('first_name')),
  middle_name: string().nullable().computed(ofUser('middle_name')),
  last_name: string().computed(ofUser('last_name')),
  email: email().computed(ofUser('email')),
  avatar_url: string().computed(ofUser('avatar_url')),
  employee_number: string().nullable().computed(ofUser('employee_number')),
  teacher_headline: string().nullable().computed(ofUser('teacher_headline')),
  teacher_description: string().nullable().computed(ofUser('teacher_description')),
  locale: locale().computed(ofUser('locale')),
  teacher_enrollments_count: integer()
    .deprecated()
    .computed((tx, { id }: TeacherRow) => tx.count('teacher_enrollments', { teacher_id: id })),
  user_id: ref('users').hidden(),
}

const writes = ['teachers:modify'] as const
const path = '/teachers/{id}'

export default resource('teachers', Teacher, { one: 'Teacher', slugs: true }, ({ list, show }) => ({
  events: lifecycle('teacher'),

  operations: {
    get_teachers: list({
      scopes: ['teachers:read'],
      filters: {
        search: keeping(string(), ({ user_id }: TeacherRow, words, tx) => {
          const user = tx.get('users', user_id)
          return hasWords(`${fullName(user)} ${user.email}`, words)
        }),
        label_id: anyIn('label_ids'),
        id: oneOf('id'),
      },
    }),
    get_teacher_by_id: show({ scopes: ['teachers:read'] }),
    create_teacher: operation({
      method: 'POST',
      path: '/teachers',
      scopes: writes,
      body: { user_id: ref('users') },
      present: shaped({ result: choice(['Success']), location: string() }, 201),
      example: (tx) => ({
        body: {
          user_id: idOfOne(tx, 'users', ({ id }) => tx.count('teachers', { user_id: id }) === 0),
        },
      }),
      answer(tx, { body: { user_id } }) {
        tx.uses(whole)
        if (user_id === undefined) throw unprocessable({ user_id: ['is missing'] }, whole)
        if (tx.count('teachers', { user_id }) > 0) {
          throw unprocessable({ user_id: ['is a teacher already'] })
        }
        const { id } = tx.insert('teachers', { user_id })
        return { result: 'Success', location: siteUrl(tx, `/api/v1/teachers/${id}`) }
      },
    }),
    activate_teacher_by_id: operation({
      method: 'POST',
      path: `${path}/activate`,
      scopes: writes,
      present: nothing(),
      answer: (tx, { id }) => tx.update('teachers', id, { active: true }),
    }),
    deactivate_teacher_by_id: operation({
      method: 'POST',
      path: `${path}/deactivate`,
      scopes: writes,
      present: nothing(),
      answer: (tx, { id }) => tx.update('teachers', id, { active: false }),
    }),
  },
  remove: removeTeacher,

  recipe: {
    amounts: amounts(2, 30, 400),
    after: ['custom_field_options'],
    plain: { active: true },
    fields: {
      // Teachers are the users behind the administrator, in their order.
      user_id: ({ number, tx, pick }) => tx.find('users', number + 1)?.id ?? pick('users'),
      active: ({ chance }) => chance.next() < 0.9,
      note: ({ chance }) => chance.pick([null, null, 'Prefers mornings.']),
      label_ids: ({ chance, tx }) => demoLabels(tx, 'Teacher', chance),
      custom: demoProperties('teachers'),
    },
  },
}))
