import {
  amounts,
  anyOf,
  assumed,
  boolean,
  choice,
  decimal,
  created,
  done,
  email,
  identity,
  integer,
  keeping,
  lifecycle,
  listOf,
  type Making,
  notFound,
  number,
  object,
  operation,
  record,
  ref,
  refs,
  resource,
  stamps,
  storedFrom,
  string,
  type Tx,
} from '../define/define.ts'
import { isBusiness } from './demo/account-membership.ts'
import { Address, addressPayload } from './shared/address.ts'
import { addressIn } from './demo/addresses.ts'
import { demoLabels } from './demo/labels.ts'
import { firmFrom, fullName, mailFor, surnameFrom } from './shared/person-names.ts'
import { wishesOf } from './leads.products.ts'
import type { Rows } from '../generated/rows.ts'

type LeadRow = Rows['leads']

const mine = assumed(
  'lead.mine',
  'with my_leads scopes alone, a token sees the leads of its owner',
  {
    because: 'the scope says "my"; a lead belongs to its administrator',
    instead: 'with my_leads scopes, a token sees every lead',
  },
)

const statuses = ['prospect', 'waiting_list', 'won', 'lost', 'archive'] as const

/** What a lead is about, after the name. */
const wishes = ['asks for an offer', 'wants a course in company', 'asks for dates', 'has a team']

const CourseLead = object({
  id: integer().required(),
  lead_id: integer().required(),
  course_id: integer().required(),
  planned_course_id: integer().nullable().required(),
})

const LeadProduct = object({
  catalog_product_id: integer().required(),
  catalog_variant_id: integer().nullable().required(),
})

/** Somebody who may become a customer. */
export const Lead = {
  ...identity,
  creation_method: string().initially('api'),
  referral_text: string().nullable(),
  title: string().initially(''),
  account_id: ref('accounts').nullable(),
  user_id: ref('users').nullable(),
  label_ids: refs('labels'),
  value: string().nullable(),
  company_name: string().nullable(),
  first_name: string().nullable(),
  middle_name: string().nullable(),
  last_name: string().nullable(),
  administrator_id: ref('users').nullable(),
  email: string().nullable(),
  phone: string().nullable(),
  status: choice(statuses).initially('prospect'),
  quality: string().nullable(),
  wants_newsletter: boolean().initially(false),
  address: Address,
  lead_products: listOf(LeadProduct),
  ...stamps,
  courses_leads: listOf(CourseLead)
    .deprecated()
    .computed((tx, row: LeadRow) => coursesOf(tx, row)),
}

/** The same wishes in the old form: courses in place of products. */
function coursesOf(tx: Tx, { id: lead_id, lead_products }: LeadRow) {
  return lead_products.flatMap(({ catalog_product_id, catalog_variant_id }, i) => {
    const product = tx.find('catalog_products', catalog_product_id)
    if (product?.productable_type !== 'Course') return []
    const variant = tx.find('catalog_variants', catalog_variant_id)
    const planned_course_id = variant?.variantable_id ?? null
    return [{ id: i + 1, lead_id, course_id: product.productable_id, planned_course_id }]
  })
}

const text = string().nullable()
const body = {
  title: string(),
  account_id: ref('accounts').nullable(),
  user_id: ref('users').nullable(),
  value: decimal().nullable(),
  company_name: text,
  first_name: text,
  middle_name: text,
  last_name: text,
  administrator_id: ref('users').nullable(),
  email: text,
  phone: text,
  status: choice(statuses),
  quality: number().nullable(),
  wants_newsletter: boolean(),
  comment: text,
  label_ids: refs('labels'),
  course_ids: refs('courses').deprecated(),
  address_attributes: addressPayload(),
  courses_leads_attributes: listOf(
    object({
      planned_course_id: ref('planned_courses').nullable().required(),
      course_id: ref('courses').required(),
    }),
  ).deprecated(),
  lead_products: listOf(
    object({
      catalog_product_id: ref('catalog_products').required(),
      catalog_variant_id: ref('catalog_variants').nullable(),
    }),
  ),
}

/** Whether the token may see a lead: every one, or only those of its owner. */
function isVisible(tx: Tx, scope: string, { administrator_id }: LeadRow): boolean {
  if (tx.holds(scope)) return true
  return !tx.takes(mine) || administrator_id === tx.owner
}

function visible(tx: Tx, scope: string, id: number): LeadRow {
  const lead = tx.get('leads', id)
  if (isVisible(tx, scope, lead)) return lead
  throw notFound(`lead ${id} is of another administrator`)
}

const either = (move: string) => anyOf([`leads:${move}`], [`my_leads:${move}`])

export default resource('leads', Lead, { one: 'Lead' }, ({ list }) => ({
  events: lifecycle('lead'),

  operations: {
    get_leads: list({
      scopes: either('read'),
      only: keeping(boolean(), (row: LeadRow, _, tx) => isVisible(tx, 'leads:read', row)),
      filters: { email: keeping(email(), (row: LeadRow, wanted) => row.email === wanted) },
    }),
    get_lead_by_id: operation({
      method: 'GET',
      path: '/leads/{id}',
      scopes: either('read'),
      present: record('leads'),
      answer: (tx, { id }) => visible(tx, 'leads:read', id),
    }),
    create_lead: operation({
      method: 'POST',
      path: '/leads',
      scopes: either('modify'),
      body,
      present: created('leads'),
      answer(tx, { body: sent }) {
        const { lead_products: _, courses_leads_attributes: __, course_ids: ___, ...rest } = sent
        const { comment, quality, ...plain } = rest
        const administrator_id =
          sent.administrator_id ?? (tx.holds('leads:modify') ? null : tx.owner)
        const lead = tx.insert('leads', {
          ...storedFrom(body, plain),
          quality: quality === null || quality === undefined ? null : String(quality),
          value: sent.value ?? null,
          administrator_id,
          lead_products: wishesOf(tx, sent),
        })
        if (comment) {
          tx.insert('comments', {
            content: comment,
            creator_id: tx.owner,
            commentable_type: 'Lead',
            commentable_id: lead.id,
          })
        }
        return lead
      },
    }),
    update_lead_by_id: operation({
      method: 'PUT',
      path: '/leads/{id}',
      scopes: either('modify'),
      beta: true,
      body: { status: choice(statuses).required() },
      present: record('leads'),
      answer: (tx, { id, body: { status } }) =>
        tx.update('leads', visible(tx, 'leads:modify', id).id, { status }),
    }),
    delete_lead_by_id: operation({
      method: 'DELETE',
      path: '/leads/{id}',
      scopes: either('destroy'),
      present: done('The lead was deleted.'),
      answer: (tx, { id }) => tx.remove('leads', visible(tx, 'leads:destroy', id).id),
    }),
  },

  recipe: {
    amounts: amounts(1, 60, 5_000),
    after: ['affiliations'],
    plain: { account_id: null, user_id: null },
    fields: {
      status: ({ chance }) => chance.pick(statuses),
      // Whoever was won is a customer by now.
      account_id: ({ row, pick }) => (row['status'] === 'won' ? pick('accounts') : null),
      user_id: ({ row, tx }) => {
        const account_id = row['account_id'] as number | null
        const [held] = account_id ? tx.where('affiliations', { account_id }) : []
        return tx.find('accounts', account_id)?.personal_user_id ?? held?.user_id ?? null
      },
      first_name: ({ faker, row, tx }) =>
        tx.find('users', row['user_id'])?.first_name ?? faker.person.firstName(),
      middle_name: (making) =>
        making.row['last_name'] === undefined ? surnameOf(making).middle_name : null,
      last_name: (making) => surnameOf(making).last_name,
      company_name: ({ faker, chance, row, tx }) => {
        const account = tx.find('accounts', row['account_id'])
        if (account) return isBusiness(account) ? account.name : null
        return chance.next() < 0.5 ? firmFrom(faker) : null
      },
      title: ({ row, chance }) =>
        `${row['company_name'] ?? fullName(row as Rows['users'])} ${chance.pick(wishes)}`,
      email: ({ row, number: n, tx }) =>
        tx.find('users', row['user_id'])?.email ?? mailFor(row, n, 'prospect.test'),
      value: ({ chance }) => `${chance.integer(1, 80) * 100}.00`,
      quality: ({ chance }) => String(chance.integer(1, 5)),
      creation_method: ({ chance }) => chance.pick(['backend', 'signup', 'api']),
      referral_text: ({ chance }) => chance.pick([null, 'A colleague was here last year.']),
      administrator_id: ({ chance }) => (chance.next() < 0.5 ? 1 : null),
      address: ({ chance }) => (chance.next() < 0.4 ? addressIn(chance) : null),
      label_ids: ({ chance, tx }) => demoLabels(tx, 'Lead', chance),
      // What the first courses offer is there in every world.
      lead_products: ({ number: n, tx }) => {
        const product = tx.find('catalog_products', 1 + (n % 3))
        return product ? [{ catalog_product_id: product.id, catalog_variant_id: null }] : []
      },
    },
  },
}))

/** The surname of the customer, or a made one. */
const surnameOf = ({ row, faker, tx, number: n }: Making) =>
  tx.find('users', row['user_id']) ?? surnameFrom(faker, tx.chance('leads', n, 'surname'))
