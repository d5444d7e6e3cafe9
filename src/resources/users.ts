import {
  act,
  rowCounts,
  assumed,
  behaviour,
  boolean,
  choice,
  created,
  equals,
  identity,
  integer,
  customFilter,
  lifecycleEvents,
  listOf,
  object,
  operation,
  actFromOperation,
  record,
  ref,
  refs,
  resource,
  timestamps,
  toStoredValues,
  string,
  type Tx,
} from '../define/define.ts'
import { addressUpdateBody, addressCreateBody, Address } from './shared/address.ts'
import { demoAddress } from './demo/addresses.ts'
import { customPropertiesField, customPropertiesBody } from './shared/custom-properties.ts'
import { demoCustomProperties } from './demo/custom-property-values.ts'
import { deleteUser } from './users.deletion.ts'
import { localeField } from './shared/locale.ts'
import { createAuthentication, renameEmailLogin } from './rules/authentication-providers.ts'
import { labelsBody } from './shared/labels.ts'
import { mergeUsers } from './users.merge.ts'
import { renamePersonalAccounts } from './rules/personal-accounts.ts'
import { demoLabelIds } from './demo/labels.ts'
import { demoEmail, demoSurname } from './demo/person-names.ts'
import { avatarUrl } from './shared/tenant-urls.ts'
import { emailAddress } from './shared/email-address.ts'
import { releasePrincipalId, uniquePrincipalId } from './users.principal-ids.ts'
import { slugWithId } from './shared/slugs.ts'
import type { Rows } from '../generated/rows.ts'
import { repeatedUserFields } from './users.repeated.ts'
import { roles, rolesOf } from './users.roles.ts'

type UserRow = Rows['users']

const uniqueEmail = assumed('user.email.unique', 'an email of another user is refused with 422', {
  reason: 'the email is the login name',
  alternatives: { alternative: 'several users can have the same email' },
})
const ignoresIdentity = assumed(
  'user.update.identity',
  'external_identity in an update is ignored; a separate operation sets it',
  { reason: 'the document names a separate operation and the create operation for it' },
)
const keepsAdminEmail = behaviour(
  'user.update.admin',
  'an update does not change the email of an administrator',
)
const createsAuthentication = behaviour(
  'user.with_authentication',
  'with_authentication creates a login when a user is created; updates ignore it',
)

/** A person: student, teacher, customer or administrator. */
export const UserShape = {
  ...identity,
  first_name: string(),
  middle_name: string().nullable(),
  last_name: string(),
  email: emailAddress().unique(uniqueEmail),
  avatar_url: string().defaultsTo((_, row: UserRow) => avatarUrl('users', row.id)),
  notes_user: string().nullable(),
  employee_number: string().nullable(),
  student_number: string().nullable(),
  teacher_headline: string().nullable(),
  teacher_description: string().nullable(),
  label_ids: refs('labels'),
  locale: localeField(),
  wants_newsletter: boolean().defaultsTo(false),
  address: Address,
  custom: customPropertiesField('users'),
  ...timestamps,
  slug: string()
    .deprecated()
    .unique()
    .defaultsTo((_, row: UserRow) => slugWithId(`${row.first_name} ${row.last_name}`, row.id)),
  roles: listOf(choice(roles)).computed((tx, row: UserRow) => rolesOf(tx, row)),
  description: string()
    .nullable()
    .computed((_, row: UserRow) => row.teacher_description, 'teacher_description'),
  teacher_enrollments_count: integer()
    .deprecated()
    .computed((tx, row: UserRow) =>
      tx
        .where('teachers', { user_id: row.id })
        .reduce((sum, { id }) => sum + tx.count('teacher_enrollments', { teacher_id: id }), 0),
    ),
  external_identity: object({ principal_id: string().nullable().required() })
    .requiresFlag('Manage principal ids')
    .computed((_, row: UserRow) => ({ principal_id: row.principal_id }), 'principal_id'),
  principal_id: string().nullable().unique(uniquePrincipalId).hidden(),
  invoice_address: Address.hidden(),
  is_admin: boolean().defaultsTo(false).hidden(),
}

const commonBody = {
  first_name: string(),
  middle_name: string().nullable(),
  last_name: string(),
  email: emailAddress(),
  locale: localeField(),
  wants_newsletter: boolean(),
  with_authentication: boolean(),
  custom: customPropertiesBody('users'),
  label_ids: labelsBody('User'),
}

const createBody = {
  ...commonBody,
  first_name: commonBody.first_name.required(),
  last_name: commonBody.last_name.required(),
  email: commonBody.email.required(),
  address_attributes: addressCreateBody(),
  invoice_address_attributes: addressCreateBody('invoice_address'),
  external_identity: object({ principal_id: string().nullable().required() }).requiresFlag(
    'Manage principal ids',
  ),
}

const updateBody = {
  ...commonBody,
  address_attributes: addressUpdateBody(),
  invoice_address_attributes: addressUpdateBody('invoice_address'),
}

const isActiveTeacher = (tx: Tx, user_id: number): boolean =>
  tx.count('teachers', { user_id, active: true }) > 0

/** The fields of a user in lists. */
const planningTeacherFields = (Object.keys(UserShape) as (keyof typeof UserShape)[]).filter(
  (name) =>
    !UserShape[name].spec.hidden && !['address', 'custom', 'external_identity'].includes(name),
)

const reads = ['relations:read'] as const
const writes = ['relations:modify'] as const

const options = { singular: 'User', usesSlugs: true, keepReferences: true }

export default resource('users', UserShape, options, ({ list, show }) => ({
  events: {
    ...lifecycleEvents('user', 'merged'),
    payloads: { 'user.merged': { primary_user_id: ref('users'), secondary_user_id: ref('users') } },
  },

  operations: {
    get_users: list({
      scopes: reads,
      filters: {
        role: customFilter(choice(roles), (row: UserRow, role, tx) =>
          rolesOf(tx, row).includes(role),
        ),
        email: equals('email'),
        label_id: customFilter(listOf(string()), ({ label_ids }: UserRow, ids) =>
          label_ids.some((id) => ids.includes(String(id))),
        ),
      },
      sorts: ['created_at'],
    }),
    get_user_by_id: show({ scopes: reads }),
    get_planning_teachers: list({
      path: '/planning/teachers',
      scopes: reads,
      group: 'planning-teachers',
      baseFilter: customFilter(boolean(), ({ id }: UserRow, _, tx) => isActiveTeacher(tx, id)),
      fields: planningTeacherFields,
    }),

    create_user: operation({
      method: 'POST',
      path: '/users',
      scopes: writes,
      body: createBody,
      presenter: created('users'),
      handle(tx, { body }) {
        const { with_authentication, external_identity, ...rest } = body
        const principal_id = external_identity?.principal_id ?? null
        releasePrincipalId(tx, principal_id, 'external_identity.principal_id')
        const user = tx.insert('users', { ...toStoredValues(createBody, rest), principal_id })
        if (with_authentication) {
          tx.logBehaviour(createsAuthentication)
          createAuthentication(tx, user.id, 'service', user.email, 'email')
        }
        return user
      },
    }),

    update_user_by_id: operation({
      method: 'PUT',
      path: '/users/{id}',
      scopes: writes,
      body: updateBody,
      presenter: record('users'),
      handle(tx, { id, body }) {
        const { with_authentication: _, ...rest } = body
        tx.logBehaviour(ignoresIdentity)
        const user = tx.get('users', id)
        const values = toStoredValues(updateBody, rest, user)
        if (user.is_admin) {
          tx.logBehaviour(keepsAdminEmail)
          delete values['email']
        }
        const updated = tx.update('users', id, values)
        renameEmailLogin(tx, updated, user)
        return renamePersonalAccounts(tx, updated, user)
      },
    }),

    create_external_identity: operation({
      method: 'POST',
      path: '/users/{id}/external_identity',
      scopes: writes,
      flag: 'Manage principal ids',
      body: { principal_id: string().required() },
      presenter: record('users'),
      handle(tx, { id, body: { principal_id } }) {
        releasePrincipalId(tx, principal_id, 'principal_id', id)
        return tx.update('users', id, { principal_id })
      },
    }),
  },

  acts: {
    merge_users: act({
      summary: 'Merges two users: the records of the secondary user move to the primary user.',
      input: {
        primary_user_id: ref('users').required().alias('primary'),
        secondary_user_id: ref('users').required().alias('secondary'),
      },
      returns: 'users',
      handle: (tx, { primary_user_id, secondary_user_id }) =>
        mergeUsers(tx, primary_user_id, secondary_user_id),
    }),
    delete_user: act({
      summary: 'Deletes a user. Records that refer to the user are kept.',
      input: { id: ref('users').required().alias('user') },
      handle: (tx, { id }) => deleteUser(tx, id),
    }),
    create_user: actFromOperation('create_user', { summary: 'Creates a user.' }),
    update_user: actFromOperation('update_user_by_id', {
      summary: 'Updates a user. Omitted fields keep their values.',
      idInput: { user_id: ref('users').required().alias('user') },
    }),
  },
  remove: deleteUser,
  listChanges: { merge: 'merge_users' },
  recipe: {
    rowCounts: rowCounts(8, 300, 100_000),
    repeated: repeatedUserFields,
    emptyWorldCount: 1,
    generatedAfter: ['custom_field_options', 'labels'],
    fields: {
      first_name: ({ faker }) => faker.person.firstName(),
      // The prefix belongs to the surname.
      middle_name: ({ faker, tx, number, row }) =>
        row['last_name'] === undefined
          ? demoSurname(faker, tx.random('users', number, 'surname')).middle_name
          : null,
      last_name: ({ faker, tx, number }) =>
        demoSurname(faker, tx.random('users', number, 'surname')).last_name,
      email: ({ row, number }) => demoEmail(row, number),
      employee_number: ({ number, random }) =>
        random.next() < 0.4 ? `E${String(number).padStart(5, '0')}` : null,
      student_number: ({ number, random }) =>
        random.next() < 0.4 ? `S${String(number).padStart(6, '0')}` : null,
      principal_id: ({ number, random }) => (random.next() < 0.6 ? `pid-${number}` : null),
      locale: ({ random }) => random.pick(['en', 'en', 'nl', 'nl', 'de']),
      wants_newsletter: ({ random }) => random.next() < 0.3,
      address: ({ random }) => (random.next() < 0.7 ? demoAddress(random) : null),
      label_ids: ({ random, tx }) => demoLabelIds(tx, 'User', random),
      custom: demoCustomProperties('users'),
      is_admin: ({ number }) => number === 1,
      created_at: ({ random, timestamp }) =>
        timestamp(-random.integer(2, random.next() < 0.1 ? 60 : 900), random.integer(8, 18)),
    },
  },
}))
