import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { isBusinessAccount } from '../demo/account-membership.ts'
import { demoAdministratorId } from '../demo/administrator.ts'
import { Address, addressCreateBody } from '../fields/address.ts'
import { demoAddress } from '../demo/addresses.ts'
import { demoLabelIds } from '../demo/labels.ts'
import { demoCompanyName, demoEmail, demoFirstName, demoSurname } from '../demo/person-names.ts'
import { emailAddress, emailForm } from '../fields/email-address.ts'
import { labelsBody } from '../fields/labels.ts'
import { nonNegative } from '../fields/number-limits.ts'
import { formatNumberOrNull } from '../fields/number-text.ts'
import { fullName, type PersonName } from '../fields/person-names.ts'
import { getVisibleLead, isVisibleLead } from '../rules/lead-visibility.ts'
import { exampleLeadProducts, resolveLeadProducts } from './leads.products.ts'
import type { Rows } from '../generated/rows.ts'
import { repeatedCompanyName, repeatedFirstName, repeatedSurname } from '../demo/repeated-names.ts'

type LeadRow = Rows['leads']

const statuses = ['prospect', 'waiting_list', 'won', 'lost', 'archive'] as const

const CourseLeadShape = d.object({
  id: d.integer().required(),
  lead_id: d.integer().required(),
  course_id: d.integer().required(),
  planned_course_id: d.integer().nullable().required(),
})

const LeadProductShape = d.object({
  catalog_product_id: d.integer().required(),
  catalog_variant_id: d.integer().nullable().required(),
})

const LeadShape = {
  ...d.identity,
  creation_method: d.string().defaultsTo('api'),
  referral_text: d.string().nullable(),
  title: d.string().defaultsTo(''),
  account_id: d.ref('accounts').nullable(),
  user_id: d.ref('users').nullable(),
  label_ids: d.refs('labels'),
  value: d.string().nullable(),
  company_name: d.string().nullable(),
  first_name: d.string().nullable(),
  middle_name: d.string().nullable(),
  last_name: d.string().nullable(),
  administrator_id: d.ref('users').nullable(),
  email: d.string().nullable().inForm(emailForm),
  phone: d.string().nullable(),
  status: d.choice(statuses).defaultsTo('prospect'),
  quality: d.string().nullable(),
  wants_newsletter: d.boolean().defaultsTo(false),
  address: Address,
  lead_products: d.listOf(LeadProductShape),
  ...d.timestamps,
  courses_leads: d
    .listOf(CourseLeadShape)
    .deprecated()
    .computed((tx, row: LeadRow) => courseLeadsFor(tx, row)),
}

/** Returns the deprecated form of the lead's products: courses. */
function courseLeadsFor(tx: d.Tx, { id: lead_id, lead_products }: LeadRow) {
  return lead_products.flatMap(({ catalog_product_id, catalog_variant_id }, i) => {
    const product = tx.find('catalog_products', catalog_product_id)
    if (product?.productable_type !== 'Course') return []
    const variant = tx.find('catalog_variants', catalog_variant_id)
    const planned_course_id = variant?.variantable_id ?? null
    return [{ id: i + 1, lead_id, course_id: product.productable_id, planned_course_id }]
  })
}

const text = d.string().nullable()
const body = {
  title: d.string(),
  account_id: d.ref('accounts').nullable(),
  user_id: d.ref('users').nullable(),
  value: d.decimal().nullable().limitedTo(nonNegative),
  company_name: text,
  first_name: text,
  middle_name: text,
  last_name: text,
  administrator_id: d.ref('users').nullable(),
  email: text.inForm(emailForm),
  phone: text,
  status: d.choice(statuses),
  quality: d.number().nullable(),
  wants_newsletter: d.boolean(),
  comment: text,
  label_ids: labelsBody('Lead'),
  course_ids: d.refs('courses').deprecated(),
  address_attributes: addressCreateBody(),
  courses_leads_attributes: d
    .listOf(
      d.object({
        planned_course_id: d.ref('planned_courses').nullable().required(),
        course_id: d.ref('courses').required(),
      }),
    )
    .deprecated(),
  lead_products: d.listOf(
    d.object({
      catalog_product_id: d.ref('catalog_products').required(),
      catalog_variant_id: d.ref('catalog_variants').nullable(),
    }),
  ),
}

const leadScopes = (action: string) => d.anyOf([`leads:${action}`], [`my_leads:${action}`])

export default d.resource('leads', LeadShape, { singular: 'Lead' }, ({ list, update }) => ({
  description: 'A potential customer.',

  events: d.lifecycleEvents('lead'),

  operations: {
    get_leads: list({
      scopes: leadScopes('read'),
      baseFilter: d.customFilter(d.boolean(), (row: LeadRow, _, tx) =>
        isVisibleLead(tx, 'leads:read', row),
      ),
      filters: {
        email: d.customFilter(emailAddress(), (row: LeadRow, value) => row.email === value),
      },
    }),
    get_lead_by_id: d.operation({
      method: 'GET',
      path: '/leads/{id}',
      scopes: leadScopes('read'),
      presenter: d.record('leads'),
      handle: (tx, { id }) => getVisibleLead(tx, 'leads:read', id),
    }),
    create_lead: d.operation({
      method: 'POST',
      path: '/leads',
      scopes: leadScopes('modify'),
      body,
      presenter: d.created('leads'),
      example: (tx) => ({ body: { lead_products: exampleLeadProducts(tx) } }),
      handle(tx, { body: sent }) {
        const { lead_products: _, courses_leads_attributes: __, course_ids: ___, ...rest } = sent
        const { comment, quality, ...plain } = rest
        const administrator_id =
          sent.administrator_id ?? (tx.hasScope('leads:modify') ? null : tx.ownerId)
        const lead = tx.insert('leads', {
          ...d.toStoredValues(body, plain),
          quality: formatNumberOrNull(quality),
          value: sent.value ?? null,
          administrator_id,
          lead_products: resolveLeadProducts(tx, sent),
        })
        if (comment?.trim()) {
          tx.insert('comments', {
            content: comment,
            creator_id: tx.ownerId,
            commentable_type: 'Lead',
            commentable_id: lead.id,
          })
        }
        return lead
      },
    }),
    update_lead_by_id: update({
      scopes: leadScopes('modify'),
      beta: true,
      body: { status: d.choice(statuses).required() },
      check(tx, _, { id }) {
        getVisibleLead(tx, 'leads:modify', id)
      },
    }),
    delete_lead_by_id: d.operation({
      method: 'DELETE',
      path: '/leads/{id}',
      scopes: leadScopes('destroy'),
      presenter: d.statusMessage('The lead was deleted.'),
      handle: (tx, { id }) => tx.remove('leads', getVisibleLead(tx, 'leads:destroy', id).id),
    }),
  },

  recipe: {
    rowCounts: d.rowCounts(1, 60, 5_000),
    repeated: {
      first_name: (context) =>
        repeatedCustomer(context)?.['first_name'] ??
        (context.block === 0 ? context.original['first_name'] : repeatedFirstName(context)),
      middle_name: (context) => repeatedLeadSurname(context)['middle_name'],
      last_name: (context) => repeatedLeadSurname(context)['last_name'],
      company_name(context) {
        const { row, original, find } = context
        if (original['company_name'] === null) return null
        return (
          find('accounts', row['account_id'])?.['name'] ??
          repeatedCompanyName(context, original['company_name'])
        )
      },
      title({ row, original }) {
        const before = original['company_name'] ?? fullName(original as PersonName)
        const name: string = row['company_name'] ?? fullName(row as PersonName)
        return original['title'].replace(before, () => name)
      },
    },
    numbered: {
      email: (context) =>
        repeatedCustomer(context)?.['email'] ??
        demoEmail(context.row, context.row['id'], 'prospect.test'),
    },
    generatedAfter: ['affiliations'],
    defaults: { account_id: null, user_id: null },
    fields: {
      status: ({ random }) => random.pick(statuses),
      // A won lead is a customer.
      account_id: ({ row, pick }) => (row['status'] === 'won' ? pick('accounts') : null),
      user_id: ({ row, tx }) => {
        const account_id = row['account_id'] as number | null
        const [held] = account_id ? tx.where('affiliations', { account_id }) : []
        return tx.find('accounts', account_id)?.personal_user_id ?? held?.user_id ?? null
      },
      first_name: (context) =>
        context.tx.find('users', context.row['user_id'])?.first_name ?? demoFirstName(context),
      middle_name: (context) =>
        context.row['last_name'] === undefined ? demoLeadSurname(context).middle_name : null,
      last_name: (context) => demoLeadSurname(context).last_name,
      company_name: (context) => {
        const account = context.tx.find('accounts', context.row['account_id'])
        if (account) return isBusinessAccount(account) ? account.name : null
        return context.random.next() < 0.5 ? demoCompanyName(context) : null
      },
      title: ({ row, random, locale }) =>
        `${row['company_name'] ?? fullName(row as Rows['users'])} ${random.pick(textsIn(locale).leads.topics)}`,
      email: ({ row, number: n, tx }) =>
        tx.find('users', row['user_id'])?.email ?? demoEmail(row, n, 'prospect.test'),
      value: ({ random }) => `${random.integer(1, 80) * 100}.00`,
      quality: ({ random }) => String(random.integer(1, 5)),
      creation_method: ({ random }) => random.pick(['backend', 'signup', 'api']),
      referral_text: ({ random, locale }) => random.pick([null, textsIn(locale).leads.referral]),
      administrator_id: (context) =>
        context.random.next() < 0.5 ? demoAdministratorId(context) : null,
      address: (context) => (context.random.next() < 0.4 ? demoAddress(context) : null),
      label_ids: ({ random, tx }) => demoLabelIds(tx, 'Lead', random),
      // The products of the first courses exist in every world.
      lead_products: ({ number: n, tx }) => {
        const product = tx.find('catalog_products', 1 + (n % 3))
        return product ? [{ catalog_product_id: product.id, catalog_variant_id: null }] : []
      },
    },
  },
}))

/** Returns the customer's surname, or a generated one. */
const demoLeadSurname = ({ row, tx, number: n, locale }: d.RecipeContext) =>
  tx.find('users', row['user_id']) ??
  demoSurname({ random: tx.random('leads', n, 'surname'), locale })

/** Returns the customer of a lead of a scaled world. */
const repeatedCustomer = ({ row, find }: d.NumberingContext): d.LooseRow | undefined =>
  find('users', row['user_id'])

/** Returns the row whose surname a lead of a scaled world has. */
const repeatedLeadSurname = (context: d.RepeatContext): d.LooseRow =>
  repeatedCustomer(context) ?? (context.block === 0 ? context.original : repeatedSurname(context))
