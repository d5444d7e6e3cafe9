import {
  act,
  amounts,
  anyIn,
  assumed,
  behaviour,
  boolean,
  choice,
  created,
  email,
  equals,
  identity,
  integer,
  keeping,
  lifecycle,
  listOf,
  object,
  operation,
  performs,
  record,
  ref,
  refs,
  resource,
  stamps,
  storedFrom,
  string,
  type Tx,
} from '../define/define.ts'
import { addressPatch, addressPayload, Address } from './shared/address.ts'
import { addressIn } from './demo/addresses.ts'
import { custom, customBody } from './shared/custom-properties.ts'
import { demoProperties } from './demo/custom-property-values.ts'
import { deleteUser } from './users.deletion.ts'
import { locale } from './shared/locale.ts'
import { addLogin } from './rules/authentication-providers.ts'
import { mergeUsers } from './users.merge.ts'
import { demoLabels } from './demo/labels.ts'
import { mailFor, surnameFrom } from './shared/person-names.ts'
import { avatarUrl } from './shared/tenant-urls.ts'
import { freePrincipalId, principalTaken } from './users.principal-ids.ts'
import { slugWithId } from './shared/slugs.ts'
import type { Rows } from '../generated/rows.ts'

type UserRow = Rows['users']

const oneEmail = assumed('user.email.unique', 'no two users have the same email; otherwise 422', {
  because: 'email is the login name',
  instead: 'two users may have the same email',
})
const identityInUpdate = assumed(
  'user.update.identity',
  'external_identity in an update is ignored; its own operation sets it',
  { because: 'the document names one operation for it, and creating' },
)
const adminEmail = behaviour('user.update.admin', "an administrator's email is not updated")
const loginAtFirst = behaviour(
  'user.with_authentication',
  'with_authentication makes a login when a user is created, and nothing later',
)
const roles = ['admin', 'teacher', 'customer', 'student'] as const

/** A person: student, teacher, customer or administrator. */
export const User = {
  ...identity,
  first_name: string(),
  middle_name: string().nullable(),
  last_name: string(),
  email: email().unique(oneEmail),
  avatar_url: string().initially((_, row: UserRow) => avatarUrl('users', row.id)),
  notes_user: string().nullable(),
  employee_number: string().nullable(),
  student_number: string().nullable(),
  teacher_headline: string().nullable(),
  teacher_description: string().nullable(),
  label_ids: refs('labels'),
  locale: locale(),
  wants_newsletter: boolean().initially(false),
  address: Address,
  custom: custom('users'),
  ...stamps,
  slug: string()
    .deprecated()
    .unique()
    .initially((_, row: UserRow) => slugWithId(`${row.first_name} ${row.last_name}`, row.id)),
  roles: listOf(choice(roles)).computed((tx, row: UserRow) => rolesOf(tx, row)),
  description: string()
    .nullable()
    .computed((_, row: UserRow) => row.teacher_description),
  teacher_enrollments_count: integer()
    .deprecated()
    .computed((tx, row: UserRow) =>
      tx
        .where('teachers', { user_id: row.id })
        .reduce((sum, { id }) => sum + tx.count('teacher_enrollments', { teacher_id: id }), 0),
    ),
  external_identity: object({ principal_id: string().nullable().required() })
    .flagged('Manage principal ids')
    .computed((_, row: UserRow) => ({ principal_id: row.principal_id })),
  principal_id: string().nullable().unique(principalTaken).hidden(),
  invoice_address: Address.hidden(),
  is_admin: boolean().initially(false).hidden(),
}

function rolesOf(tx: Tx, { id, is_admin }: UserRow): (typeof roles)[number][] {
  const holds = {
    admin: is_admin,
    teacher: tx.count('teachers', { user_id: id }) > 0,
    customer: tx.count('orders', { creator_id: id }) > 0,
    student:
      tx.count('enrollments', { student_id: id }) > 0 ||
      tx.count('program_enrollments', { student_id: id }) > 0,
  }
  return roles.filter((role) => holds[role])
}

const personal = {
  first_name: string(),
  middle_name: string().nullable(),
  last_name: string(),
  email: email(),
  locale: locale(),
  wants_newsletter: boolean(),
  with_authentication: boolean(),
  custom: customBody('users'),
  label_ids: refs('labels'),
}

const createBody = {
  ...personal,
  first_name: personal.first_name.required(),
  last_name: personal.last_name.required(),
  email: personal.email.required(),
  address_attributes: addressPayload(),
  invoice_address_attributes: addressPayload('invoice_address'),
  external_identity: object({ principal_id: string().nullable().required() }).flagged(
    'Manage principal ids',
  ),
}

const updateBody = {
  ...personal,
  address_attributes: addressPatch(),
  invoice_address_attributes: addressPatch('invoice_address'),
}

const isActiveTeacher = (tx: Tx, user_id: number): boolean =>
  tx.count('teachers', { user_id, active: true }) > 0

/** A user without what only their own record shows. */
const planningFields = (Object.keys(User) as (keyof typeof User)[]).filter(
  (name) => !User[name].spec.hidden && !['address', 'custom', 'external_identity'].includes(name),
)

const reads = ['relations:read'] as const
const writes = ['relations:modify'] as const

const given = { one: 'User', slugs: true, outlived: true }

export default resource('users', User, given, ({ list, show }) => ({
  events: {
    ...lifecycle('user', 'merged'),
    data: { 'user.merged': { primary_user_id: ref('users'), secondary_user_id: ref('users') } },
  },

  operations: {
    get_users: list({
      scopes: reads,
      filters: {
        role: keeping(choice(roles), (row: UserRow, role, tx) => rolesOf(tx, row).includes(role)),
        email: equals('email'),
        label_id: anyIn('label_ids'),
      },
      sorts: ['created_at'],
    }),
    get_user_by_id: show({ scopes: reads }),
    get_planning_teachers: list({
      path: '/planning/teachers',
      scopes: reads,
      group: 'planning-teachers',
      only: keeping(boolean(), ({ id }: UserRow, _, tx) => isActiveTeacher(tx, id)),
      fields: planningFields,
    }),

    create_user: operation({
      method: 'POST',
      path: '/users',
      scopes: writes,
      body: createBody,
      present: created('users'),
      answer(tx, { body }) {
        const { with_authentication, external_identity, ...rest } = body
        const principal_id = external_identity?.principal_id ?? null
        freePrincipalId(tx, principal_id)
        const user = tx.insert('users', { ...storedFrom(createBody, rest), principal_id })
        if (with_authentication) {
          tx.uses(loginAtFirst)
          addLogin(tx, user.id, 'service', user.email, 'email')
        }
        return user
      },
    }),

    update_user_by_id: operation({
      method: 'PUT',
      path: '/users/{id}',
      scopes: writes,
      body: updateBody,
      present: record('users'),
      answer(tx, { id, body }) {
        const { with_authentication: _, ...rest } = body
        tx.uses(identityInUpdate)
        const user = tx.get('users', id)
        const values = storedFrom(updateBody, rest, user)
        if (user.is_admin) {
          tx.uses(adminEmail)
          delete values['email']
        }
        return tx.update('users', id, values)
      },
    }),

    create_external_identity: operation({
      method: 'POST',
      path: '/users/{id}/external_identity',
      scopes: writes,
      flag: 'Manage principal ids',
      body: { principal_id: string().required() },
      present: record('users'),
      answer(tx, { id, body: { principal_id } }) {
        if (tx.get('users', id).principal_id !== principal_id) freePrincipalId(tx, principal_id)
        return tx.update('users', id, { principal_id })
      },
    }),
  },

  acts: {
    merge_users: act({
      says: 'Merges two users: what belongs to the secondary moves to the primary.',
      input: {
        primary_user_id: ref('users').required().called('primary'),
        secondary_user_id: ref('users').required().called('secondary'),
      },
      gives: 'users',
      answer: (tx, { primary_user_id, secondary_user_id }) =>
        mergeUsers(tx, primary_user_id, secondary_user_id),
    }),
    delete_user: act({
      says: 'Deletes a user; what refers to the user stays.',
      input: { id: ref('users').required().called('user') },
      answer: (tx, { id }) => deleteUser(tx, id),
    }),
    create_user: performs('create_user', { says: 'Creates a user.' }),
    update_user: performs('update_user_by_id', {
      says: 'Changes a user; what is not said stays as it is.',
      of: { user_id: ref('users').required().called('user') },
    }),
  },
  remove: deleteUser,

  recipe: {
    amounts: amounts(8, 300, 100_000),
    always: 1,
    after: ['custom_field_options', 'labels'],
    fields: {
      first_name: ({ faker }) => faker.person.firstName(),
      // What stands before a surname is of that surname.
      middle_name: ({ faker, tx, number, row }) =>
        row['last_name'] === undefined
          ? surnameFrom(faker, tx.chance('users', number, 'surname')).middle_name
          : null,
      last_name: ({ faker, tx, number }) =>
        surnameFrom(faker, tx.chance('users', number, 'surname')).last_name,
      email: ({ row, number }) => mailFor(row, number),
      employee_number: ({ number, chance }) =>
        chance.next() < 0.4 ? `E${String(number).padStart(5, '0')}` : null,
      student_number: ({ number, chance }) =>
        chance.next() < 0.4 ? `S${String(number).padStart(6, '0')}` : null,
      principal_id: ({ number, chance }) => (chance.next() < 0.6 ? `pid-${number}` : null),
      locale: ({ chance }) => chance.pick(['en', 'en', 'nl', 'nl', 'de']),
      wants_newsletter: ({ chance }) => chance.next() < 0.3,
      address: ({ chance }) => (chance.next() < 0.7 ? addressIn(chance) : null),
      label_ids: ({ chance, tx }) => demoLabels(tx, 'User', chance),
      custom: demoProperties('users'),
      is_admin: ({ number }) => number === 1,
      created_at: ({ chance, moment }) =>
        moment(-chance.integer(2, chance.next() < 0.1 ? 60 : 900), chance.integer(8, 18)),
    },
  },
}))
