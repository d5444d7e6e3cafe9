import {
  amounts,
  identity,
  integer,
  object,
  operation,
  paged,
  pageOf,
  pageOfItems,
  ref,
  resource,
  string,
} from '../define/define.ts'
import { businessDemo, isBusiness } from './demo/account-membership.ts'

/** Several accounts of one customer. */
export const Organization = {
  ...identity,
  name: string(),
  primary_account_id: ref('accounts'),
}

const marks = { scopes: ['relations:read'], flag: 'Organizations', beta: true } as const

const OfInvoice = object({
  invoice_id: integer().required(),
  organization_id: integer().required(),
})
const OfOrder = object({ organization_id: integer().required(), order_id: integer().required() })

export default resource(
  'organizations',
  Organization,
  { one: 'Organization' },
  ({ list, show }) => ({
    operations: {
      get_organizations: list(marks),
      get_organization_by_id: show(marks),
      get_organization_invoices: operation({
        ...marks,
        ...paged(),
        method: 'GET',
        path: '/organization_invoices',
        present: pageOfItems(OfInvoice),
        answer(tx, { query }) {
          const links = tx
            .where('organization_accounts', {})
            .flatMap(({ account_id, organization_id }) =>
              tx
                .where('invoices', { account_id })
                .map(({ id }) => ({ invoice_id: id, organization_id })),
            )
          return pageOf(tx, links, query)
        },
      }),
      get_organization_orders: operation({
        ...marks,
        ...paged(),
        method: 'GET',
        path: '/organization_orders',
        present: pageOfItems(OfOrder),
        answer(tx, { query }) {
          const links = tx
            .where('organization_accounts', {})
            .flatMap(({ account_id, organization_id }) =>
              tx
                .where('orders', { account_id })
                .map(({ id }) => ({ organization_id, order_id: id })),
            )
          return pageOf(tx, links, query)
        },
      }),
    },

    recipe: {
      amounts: amounts(1, 28, 500),
      fields: {
        primary_account_id: ({ number, tx, pick }) =>
          tx.find('accounts', businessDemo(number))?.id ?? pick('accounts', isBusiness),
        name: ({ parent }) => `${parent('primary_account_id')['name']} Group`,
      },
    },
  }),
)
