import {
  rowCounts,
  identity,
  integer,
  object,
  operation,
  pagination,
  paginateItems,
  itemPage,
  ref,
  resource,
  string,
  type Tx,
} from '../define/define.ts'
import { demoBusinessAccountNumber, isBusinessAccount } from './demo/account-membership.ts'

/** A customer with several accounts. */
export const OrganizationShape = {
  ...identity,
  name: string(),
  primary_account_id: ref('accounts'),
}

const commonOptions = { scopes: ['relations:read'], flag: 'Organizations', beta: true } as const

const OrganizationInvoiceShape = object({
  invoice_id: integer().required(),
  organization_id: integer().required(),
})
const OrganizationOrderShape = object({
  organization_id: integer().required(),
  order_id: integer().required(),
})

/** Returns the ids of the records that belong to accounts of organizations, by organization. */
const recordsOfOrganizations = (tx: Tx, table: 'invoices' | 'orders') =>
  tx
    .where('organization_accounts', {})
    .flatMap(({ account_id, organization_id }) =>
      tx.where<string>(table, { account_id }).map(({ id }) => ({ id, organization_id })),
    )

export default resource(
  'organizations',
  OrganizationShape,
  { singular: 'Organization' },
  ({ list, show }) => ({
    operations: {
      get_organizations: list(commonOptions),
      get_organization_by_id: show(commonOptions),
      get_organization_invoices: operation({
        ...commonOptions,
        ...pagination(),
        method: 'GET',
        path: '/organization_invoices',
        presenter: itemPage(OrganizationInvoiceShape),
        handle(tx, { query }) {
          const links = recordsOfOrganizations(tx, 'invoices').map(({ id, organization_id }) => ({
            invoice_id: id,
            organization_id,
          }))
          return paginateItems(tx, links, query)
        },
      }),
      get_organization_orders: operation({
        ...commonOptions,
        ...pagination(),
        method: 'GET',
        path: '/organization_orders',
        presenter: itemPage(OrganizationOrderShape),
        handle(tx, { query }) {
          const links = recordsOfOrganizations(tx, 'orders').map(({ id, organization_id }) => ({
            organization_id,
            order_id: id,
          }))
          return paginateItems(tx, links, query)
        },
      }),
    },

    recipe: {
      rowCounts: rowCounts(1, 28, 500),
      repeated: {
        name: ({ row, find }) => `${find('accounts', row['primary_account_id'])?.['name']} Group`,
      },
      fields: {
        primary_account_id: ({ number, tx, pick }) =>
          tx.find('accounts', demoBusinessAccountNumber(number))?.id ??
          pick('accounts', isBusinessAccount),
        name: ({ parent }) => `${parent('primary_account_id')['name']} Group`,
      },
    },
  }),
)
