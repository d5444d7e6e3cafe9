import {
  amounts,
  boolean,
  choice,
  email,
  equals,
  identity,
  integer,
  keeping,
  lifecycle,
  listOf,
  object,
  ref,
  refs,
  resource,
  searching,
  stamps,
  string,
  value,
} from '../define/define.ts'
import { isBusiness, ownerDemo } from './demo/account-membership.ts'
import { Address, addressPatch, addressPayload } from './shared/address.ts'
import { addressIn, phoneIn } from './demo/addresses.ts'
import { custom, customBody } from './shared/custom-properties.ts'
import { demoProperties } from './demo/custom-property-values.ts'
import { demoLabels } from './demo/labels.ts'
import { firmFrom, fullName } from './shared/person-names.ts'
import { personalSlug, slugify, slugWithId } from './shared/slugs.ts'
import type { Rows } from '../generated/rows.ts'

type AccountRow = Rows['accounts']

const accountTypes = ['business', 'personal'] as const

/** Who pays: a business, or a person on their own account. */
export const Account = {
  ...identity,
  name: string(),
  email: email().nullable(),
  phone: string().nullable(),
  account_type: choice(accountTypes).initially('business'),
  label_ids: refs('labels'),
  personal_user_id: ref('users').nullable().deprecated(),
  visible: boolean().deprecated().initially(true),
  address: Address,
  custom: custom('accounts'),
  ...stamps,
  slug: string()
    .deprecated()
    .unique()
    .initially((_, row: AccountRow) => slugWithId(row.name, row.id)),
  users_count: integer()
    .deprecated()
    .computed(
      (tx, { id }: AccountRow) =>
        new Set(tx.where('affiliations', { account_id: id }).map(({ user_id }) => user_id)).size,
    ),
  signup_answers: listOf(
    object({ signup_question_id: integer().required(), value: value() }),
  ).hidden(),
}

const body = {
  name: string().required(),
  email: email().nullable(),
  phone: string().nullable(),
  label_ids: refs('labels'),
  custom: customBody('accounts'),
}

const answers = listOf(
  object({ signup_question_id: ref('signup_questions').required(), value: value().required() }),
).sets('signup_answers')

const reads = ['relations:read'] as const
const writes = ['relations:modify'] as const

export default resource('accounts', Account, { one: 'Account' }, (verbs) => ({
  events: lifecycle('account'),

  operations: {
    get_accounts: verbs.list({
      scopes: reads,
      filters: {
        search: searching('name', 'email'),
        key_contact_user_id: keeping(
          integer(),
          ({ id }: AccountRow, user_id, tx) =>
            tx.count('affiliations', { account_id: id, user_id, key_contact: true }) > 0,
        ),
        user_id: keeping(
          integer(),
          ({ id, personal_user_id }: AccountRow, user_id, tx) =>
            personal_user_id === user_id ||
            tx.count('affiliations', { account_id: id, user_id }) > 0,
        ),
        account_type: equals('account_type'),
      },
    }),
    create_account: verbs.create({
      scopes: writes,
      body: { ...body, address_attributes: addressPayload(), signup_answers_attributes: answers },
    }),
    get_account_by_id: verbs.show({ scopes: reads }),
    update_account: verbs.update({
      scopes: writes,
      body: { ...body, address_attributes: addressPatch() },
    }),
  },

  recipe: {
    amounts: amounts(2, 60, 5_000),
    after: ['custom_field_options'],
    plain: { account_type: 'business', personal_user_id: null },
    fields: {
      personal_user_id: (making) => ownerDemo(making)?.id ?? null,
      account_type: ({ row }) => (row['personal_user_id'] === null ? 'business' : 'personal'),
      name: ({ faker, row, tx }) => {
        const owner = tx.find('users', row['personal_user_id'])
        return owner ? fullName(owner) : firmFrom(faker)
      },
      email: ({ row, tx }) =>
        tx.find('users', row['personal_user_id'])?.email ??
        `billing@${slugify(row['name'])}.example.test`,
      address: ({ chance, row }) => addressIn(chance, row['name']),
      phone: ({ chance, row }) => phoneIn(chance, row['address']?.city),
      label_ids: ({ chance, tx }) => demoLabels(tx, 'Account', chance),
      custom: (making) => (isBusiness(making.row) ? demoProperties('accounts')(making) : undefined),
      slug: ({ row, tx }) => {
        const personal_user_id = row['personal_user_id'] as number | null
        const isFirst = tx.count('accounts', { personal_user_id }) === 0
        return isFirst ? personalSlug(row['name'], personal_user_id) : undefined
      },
    },
  },
}))
