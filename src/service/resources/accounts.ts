import * as d from '../../engine/define/define.ts'
import { isBusinessAccount, demoAccountOwner } from '../demo/account-membership.ts'
import { Address, addressUpdateBody, addressCreateBody } from '../fields/address.ts'
import { withoutPersonalName } from '../rules/personal-accounts.ts'
import { demoAddress, demoPhone } from '../demo/addresses.ts'
import { customPropertiesField, customPropertiesBody } from '../fields/custom-properties.ts'
import { demoCustomProperties } from '../demo/custom-property-values.ts'
import { demoLabelIds } from '../demo/labels.ts'
import { demoCompanyName } from '../demo/person-names.ts'
import { labelsBody } from '../fields/labels.ts'
import { fullName } from '../fields/person-names.ts'
import { personalAccountSlug, slugify, slugWithId } from '../fields/slugs.ts'
import type { Rows } from '../generated/rows.ts'
import { repeatedCompanyName } from '../demo/repeated-names.ts'

type AccountRow = Rows['accounts']

const accountTypes = ['business', 'personal'] as const

const AccountShape = {
  ...d.identity,
  name: d.string(),
  email: d.email().nullable(),
  phone: d.string().nullable(),
  account_type: d.choice(accountTypes).defaultsTo('business'),
  label_ids: d.refs('labels'),
  personal_user_id: d.ref('users').nullable().deprecated(),
  visible: d.boolean().deprecated().defaultsTo(true),
  address: Address,
  custom: customPropertiesField('accounts'),
  ...d.timestamps,
  slug: d
    .string()
    .deprecated()
    .unique()
    .defaultsTo((_, row: AccountRow) => slugWithId(row.name, row.id)),
  users_count: d
    .integer()
    .deprecated()
    .computed(
      (tx, { id }: AccountRow) =>
        new Set(tx.where('affiliations', { account_id: id }).map(({ user_id }) => user_id)).size,
    ),
  signup_answers: d
    .listOf(d.object({ signup_question_id: d.integer().required(), value: d.customValue() }))
    .hidden(),
}

const body = {
  name: d.string().required(),
  email: d.email().nullable(),
  phone: d.string().nullable(),
  label_ids: labelsBody('Account'),
  custom: customPropertiesBody('accounts'),
}

const updateBody = { ...body, address_attributes: addressUpdateBody() }

const signupAnswersBody = d
  .listOf(
    d.object({
      signup_question_id: d.ref('signup_questions').required(),
      value: d.customValue().required(),
    }),
  )
  .storedAs('signup_answers')

const reads = ['relations:read'] as const
const writes = ['relations:modify'] as const

export default d.resource('accounts', AccountShape, { singular: 'Account' }, (verbs) => ({
  description: 'The payer of orders and invoices: a business or a person.',

  events: d.lifecycleEvents('account'),

  operations: {
    get_accounts: verbs.list({
      scopes: reads,
      filters: {
        search: d.containsWords('name', 'email'),
        key_contact_user_id: d.customFilter(
          d.integer(),
          ({ id }: AccountRow, user_id, tx) =>
            tx.count('affiliations', { account_id: id, user_id, key_contact: true }) > 0,
        ),
        user_id: d.customFilter(
          d.integer(),
          ({ id, personal_user_id }: AccountRow, user_id, tx) =>
            personal_user_id === user_id ||
            tx.count('affiliations', { account_id: id, user_id }) > 0,
        ),
        account_type: d.equals('account_type'),
      },
    }),
    create_account: verbs.create({
      scopes: writes,
      body: {
        ...body,
        address_attributes: addressCreateBody(),
        signup_answers_attributes: signupAnswersBody,
      },
    }),
    get_account_by_id: verbs.show({ scopes: reads }),
    update_account: d.operation({
      method: 'PUT',
      path: '/accounts/{id}',
      scopes: writes,
      body: updateBody,
      presenter: d.record('accounts'),
      handle(tx, { id, body: sent }) {
        tx.logBehaviour(d.partialUpdate)
        const account = tx.get('accounts', id)
        const values = d.toStoredValues(updateBody, withoutPersonalName(tx, account, sent), account)
        return tx.update('accounts', id, values)
      },
    }),
  },

  recipe: {
    rowCounts: d.rowCounts(2, 60, 5_000),
    repeated: {
      name(context) {
        const owner = repeatedOwner(context)
        return owner ? fullName(owner) : repeatedCompanyName(context, context.original['name'])
      },
      address: ({ row, original }) =>
        original['address'] && { ...original['address'], addressee: row['name'] },
    },
    numbered: {
      email: (context) => repeatedOwner(context)?.email ?? billingAddress(context.row['name']),
      slug({ row, original }) {
        const { name, personal_user_id, slug } = original
        return slug === personalAccountSlug(name, personal_user_id)
          ? personalAccountSlug(row['name'], row['personal_user_id'])
          : slugWithId(row['name'], row['id'])
      },
    },
    generatedAfter: ['custom_field_options'],
    defaults: { account_type: 'business', personal_user_id: null },
    fields: {
      personal_user_id: (context) => demoAccountOwner(context)?.id ?? null,
      account_type: ({ row }) => (row['personal_user_id'] === null ? 'business' : 'personal'),
      name: (context) => {
        const owner = context.tx.find('users', context.row['personal_user_id'])
        return owner ? fullName(owner) : demoCompanyName(context)
      },
      email: ({ row, tx }) =>
        tx.find('users', row['personal_user_id'])?.email ?? billingAddress(row['name']),
      address: (context) => demoAddress(context, context.row['name']),
      phone: (context) => demoPhone(context, context.row['address']?.city),
      label_ids: ({ random, tx }) => demoLabelIds(tx, 'Account', random),
      custom: (context) =>
        isBusinessAccount(context.row) ? demoCustomProperties('accounts')(context) : undefined,
      slug: ({ row, tx }) => {
        const personal_user_id = row['personal_user_id'] as number | null
        const isFirst = tx.count('accounts', { personal_user_id }) === 0
        return isFirst ? personalAccountSlug(row['name'], personal_user_id) : undefined
      },
    },
  },
}))

/** Returns the owner of an account of a scaled world. */
const repeatedOwner = ({ row, find }: d.NumberingContext) =>
  find('users', row['personal_user_id']) as Rows['users'] | undefined

const billingAddress = (company: string): string => `billing@${slugify(company)}.example.test`
