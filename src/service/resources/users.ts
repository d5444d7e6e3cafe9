import * as d from '../../engine/define/define.ts'
import { addressUpdateBody, addressCreateBody, Address } from '../fields/address.ts'
import { demoAddress } from '../demo/addresses.ts'
import { customPropertiesField, customPropertiesBody } from '../fields/custom-properties.ts'
import { demoCustomProperties } from '../demo/custom-property-values.ts'
import { localeField } from '../fields/locale.ts'
import { createAuthentication, renameEmailLogin } from '../rules/authentication-providers.ts'
import { labelsBody } from '../fields/labels.ts'
import { mergeUsers } from './users.merge.ts'
import { renamePersonalAccounts } from '../rules/personal-accounts.ts'
import { demoLabelIds } from '../demo/labels.ts'
import { demoEmail, demoFirstName, demoSurname } from '../demo/person-names.ts'
import { userPictureField } from '../fields/pictures.ts'
import { emailAddress } from '../fields/email-address.ts'
import {
  uniquePrincipalId,
  createsAuthentication,
  ignoresIdentity,
  keepsAdminEmail,
  uniqueEmail,
  deletesTeacher,
  keepsEnrollments,
  tellsIdentity,
} from '../behaviours/people.ts'
import { slugWithId } from '../fields/slugs.ts'
import type { Rows } from '../generated/rows.ts'
import { renumbered } from '../demo/repeated-fields.ts'
import { repeatedFirstName, repeatedSurname } from '../demo/repeated-names.ts'
import { isConfirmedOrActive } from '../rules/enrollment-status.ts'
import { cancelOrderWithoutPlaces } from '../rules/order-places.ts'
import { removeTeacher } from '../rules/teacher-assignment.ts'
import { countVisible } from '../rules/visible-rows.ts'

const roles = ['admin', 'teacher', 'customer', 'student'] as const

function rolesOf(tx: d.Tx, { id, is_admin }: Rows['users']): (typeof roles)[number][] {
  const holds = {
    admin: is_admin,
    teacher: tx.count('teachers', { user_id: id }) > 0,
    customer: countVisible(tx, 'orders', { creator_id: id }) > 0,
    student:
      tx.count('enrollments', { student_id: id }) > 0 ||
      countVisible(tx, 'program_enrollments', { student_id: id }) > 0,
  }
  return roles.filter((role) => holds[role])
}

/**
 * Refuses the principal id of another user under the name of the body field; with the alternative, clears
 * the principal id of that user. `ownId` is the id of the user who gets it.
 */
function releasePrincipalId(
  tx: d.Tx,
  principalId: string | null,
  field: string,
  ownId?: number,
): void {
  if (principalId === null) return
  for (const holder of tx.where('users', { principal_id: principalId })) {
    if (holder.id === ownId) continue
    if (tx.assumes(uniquePrincipalId)) {
      throw d.unprocessable({ [field]: ['has already been taken'] }, uniquePrincipalId)
    }
    tx.update('users', holder.id, { principal_id: null })
  }
}

type UserRow = Rows['users']

const identityBody = d
  .object({ principal_id: d.string().nullable().required() })
  .requiresFlag('Manage principal ids')

const UserShape = {
  ...d.identity,
  first_name: d.string(),
  middle_name: d.string().nullable(),
  last_name: d.string(),
  email: emailAddress().unique(uniqueEmail),
  avatar_url: userPictureField(),
  notes_user: d.string().nullable(),
  employee_number: d.string().nullable(),
  student_number: d.string().nullable(),
  teacher_headline: d.string().nullable(),
  teacher_description: d.string().nullable(),
  label_ids: d.refs('labels'),
  locale: localeField(),
  wants_newsletter: d.boolean().defaultsTo(false),
  address: Address,
  custom: customPropertiesField('users'),
  ...d.timestamps,
  slug: d
    .string()
    .deprecated()
    .unique()
    .defaultsTo((_, row: UserRow) => slugWithId(`${row.first_name} ${row.last_name}`, row.id)),
  roles: d.listOf(d.choice(roles)).computed((tx, row: UserRow) => rolesOf(tx, row)),
  description: d
    .string()
    .nullable()
    .computed((_, row: UserRow) => row.teacher_description, 'teacher_description'),
  teacher_enrollments_count: d
    .integer()
    .deprecated()
    .computed((tx, row: UserRow) =>
      tx
        .where('teachers', { user_id: row.id })
        .reduce((sum, { id }) => sum + tx.count('teacher_enrollments', { teacher_id: id }), 0),
    ),
  external_identity: d
    .object({ principal_id: d.string().nullable().required() })
    .requiresFlag('Manage principal ids')
    .computed((_, row: UserRow) => ({ principal_id: row.principal_id }), 'principal_id'),
  principal_id: d.string().nullable().unique(uniquePrincipalId).hidden(),
  invoice_address: Address.hidden(),
  is_admin: d.boolean().defaultsTo(false).hidden(),
}

const commonBody = {
  first_name: d.string(),
  middle_name: d.string().nullable(),
  last_name: d.string(),
  email: emailAddress(),
  locale: localeField(),
  wants_newsletter: d.boolean(),
  with_authentication: d.boolean(),
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
  external_identity: identityBody,
}

const updateBody = {
  ...commonBody,
  address_attributes: addressUpdateBody(),
  invoice_address_attributes: addressUpdateBody('invoice_address'),
}

/** The part of the body of an update that `user.update.identity` decides on. */
interface Identity {
  readonly external_identity?: { readonly principal_id: string | null }
}

const isActiveTeacher = (tx: d.Tx, user_id: number): boolean =>
  tx.count('teachers', { user_id, active: true }) > 0

/** The fields of a user in lists. */
const planningTeacherFields = (Object.keys(UserShape) as (keyof typeof UserShape)[]).filter(
  (name) =>
    !UserShape[name].spec.hidden && !['address', 'custom', 'external_identity'].includes(name),
)

const reads = ['relations:read'] as const
const writes = ['relations:modify'] as const

const options = { singular: 'User', usesSlugs: true, keepReferences: true }

export default d.resource('users', UserShape, options, ({ list, show }) => ({
  description: 'A person: student, teacher, customer or administrator.',

  events: {
    ...d.lifecycleEvents('user', 'merged'),
    payloads: {
      'user.merged': { primary_user_id: d.ref('users'), secondary_user_id: d.ref('users') },
    },
  },

  operations: {
    get_users: list({
      scopes: reads,
      filters: {
        role: d.customFilter(d.choice(roles), (row: UserRow, role, tx) =>
          rolesOf(tx, row).includes(role),
        ),
        email: d.equals('email'),
        label_id: d.customFilter(d.listOf(d.string()), ({ label_ids }: UserRow, ids) =>
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
      baseFilter: d.customFilter(d.boolean(), ({ id }: UserRow, _, tx) => isActiveTeacher(tx, id)),
      fields: planningTeacherFields,
    }),

    create_user: d.operation({
      method: 'POST',
      path: '/users',
      scopes: writes,
      body: createBody,
      presenter: d.created('users'),
      handle(tx, { body }) {
        const { with_authentication, external_identity, ...rest } = body
        const principal_id = external_identity?.principal_id ?? null
        releasePrincipalId(tx, principal_id, 'external_identity.principal_id')
        const user = tx.insert('users', { ...d.toStoredValues(createBody, rest), principal_id })
        if (with_authentication) {
          tx.logBehaviour(createsAuthentication)
          createAuthentication(tx, user.id, 'service', user.email, 'email')
        }
        return user
      },
    }),

    update_user_by_id: d.operation({
      method: 'PUT',
      path: '/users/{id}',
      scopes: writes,
      body: updateBody,
      alternativeBody: {
        assumption: ignoresIdentity,
        body: { ...updateBody, external_identity: identityBody },
      },
      presenter: d.record('users'),
      handle: (tx, { id, body }) => updateUser(tx, id, body),
    }),

    create_external_identity: d.operation({
      method: 'POST',
      path: '/users/{id}/external_identity',
      scopes: writes,
      flag: 'Manage principal ids',
      body: { principal_id: d.string().required() },
      presenter: d.record('users'),
      handle(tx, { id, body: { principal_id } }) {
        releasePrincipalId(tx, principal_id, 'principal_id', id)
        tx.logBehaviour(tellsIdentity)
        return tx.update('users', id, { principal_id })
      },
    }),
  },

  acts: {
    merge_users: d.act({
      summary: 'Merges two users: the records of the secondary user move to the primary user.',
      input: {
        primary_user_id: d.ref('users').required().alias('primary'),
        secondary_user_id: d.ref('users').required().alias('secondary'),
      },
      returns: 'users',
      handle: (tx, { primary_user_id, secondary_user_id }) =>
        mergeUsers(tx, primary_user_id, secondary_user_id),
    }),
    delete_user: d.act({
      summary: 'Deletes a user. Records that refer to the user are kept.',
      input: { id: d.ref('users').required().alias('user') },
      handle: (tx, { id }) => deleteUser(tx, id),
    }),
    create_user: d.actFromOperation('create_user', { summary: 'Creates a user.' }),
    update_user: d.actFromOperation('update_user_by_id', {
      summary: 'Updates a user. Omitted fields keep their values.',
      idInput: { user_id: d.ref('users').required().alias('user') },
    }),
  },
  remove: deleteUser,
  listChanges: { merge: 'merge_users' },
  recipe: {
    rowCounts: d.rowCounts(8, 300, 100_000),
    repeated: {
      first_name: repeatedFirstName,
      middle_name: (context) => repeatedSurname(context)['middle_name'],
      last_name: (context) => repeatedSurname(context)['last_name'],
    },
    numbered: {
      email: ({ row }) => demoEmail(row, row['id']),
      employee_number: renumbered('employee_number'),
      student_number: renumbered('student_number'),
      principal_id: renumbered('principal_id'),
      slug: ({ row }) => slugWithId(`${row['first_name']} ${row['last_name']}`, row['id']),
    },
    emptyWorldCount: 1,
    generatedAfter: ['custom_field_options', 'labels'],
    fields: {
      first_name: demoFirstName,
      // The prefix belongs to the surname.
      middle_name: (context) =>
        context.row['last_name'] === undefined ? demoUserSurname(context).middle_name : null,
      last_name: (context) => demoUserSurname(context).last_name,
      email: ({ row, number }) => demoEmail(row, number),
      employee_number: ({ number, random }) =>
        random.next() < 0.4 ? `E${String(number).padStart(5, '0')}` : null,
      student_number: ({ number, random }) =>
        random.next() < 0.4 ? `S${String(number).padStart(6, '0')}` : null,
      principal_id: ({ number, random }) => (random.next() < 0.6 ? `pid-${number}` : null),
      locale: ({ random }) => random.pick(['en', 'en', 'nl', 'nl', 'de']),
      wants_newsletter: ({ random }) => random.next() < 0.3,
      address: (context) => (context.random.next() < 0.7 ? demoAddress(context) : null),
      label_ids: ({ random, tx }) => demoLabelIds(tx, 'User', random),
      custom: demoCustomProperties('users'),
      is_admin: ({ number }) => number === 1,
      // The administrator is the first user.
      created_at: ({ number, random, timestamp }) =>
        number === 1
          ? timestamp(-950, 9)
          : timestamp(-random.integer(2, random.next() < 0.1 ? 60 : 900), random.integer(8, 18)),
    },
  },
}))

const demoUserSurname = ({ tx, number, locale }: d.RecipeContext) =>
  demoSurname({ random: tx.random('users', number, 'surname'), locale })

function updateUser(tx: d.Tx, id: number, body: d.ShapeValues<typeof updateBody> & Identity) {
  const { with_authentication: _, external_identity, ...rest } = body
  const user = tx.get('users', id)
  const values = d.toStoredValues(updateBody, rest, user)
  if (external_identity) {
    const { principal_id } = external_identity
    releasePrincipalId(tx, principal_id, 'external_identity.principal_id', id)
    values['principal_id'] = principal_id
  }
  if (user.is_admin) {
    tx.logBehaviour(keepsAdminEmail)
    delete values['email']
  }
  const updated = tx.update('users', id, values)
  renameEmailLogin(tx, updated, user)
  return renamePersonalAccounts(tx, updated, user)
}

function deleteUser(tx: d.Tx, id: number): void {
  if (!tx.assumes(keepsEnrollments)) {
    for (const enrollment of tx.where('enrollments', { student_id: id })) {
      if (!isConfirmedOrActive(enrollment)) continue
      tx.update('enrollments', enrollment.id, { status: 'canceled' })
      cancelOrderWithoutPlaces(tx, enrollment.order_id)
    }
  }
  for (const teacher of tx.where('teachers', { user_id: id })) {
    tx.logBehaviour(deletesTeacher)
    removeTeacher(tx, teacher.id)
  }
  tx.remove('users', id)
}
