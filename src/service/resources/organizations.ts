import * as d from '../../engine/define/define.ts'
import { fill, textsIn } from '../demo/demo-texts.ts'
import { demoBusinessAccountNumber, isBusinessAccount } from '../demo/account-membership.ts'

const OrganizationShape = {
  ...d.identity,
  name: d.string(),
  primary_account_id: d.ref('accounts'),
}

const commonOptions = { scopes: ['relations:read'], flag: 'Organizations', beta: true } as const

const OrganizationInvoiceShape = d.object({
  invoice_id: d.integer().required(),
  organization_id: d.integer().required(),
})
const OrganizationOrderShape = d.object({
  organization_id: d.integer().required(),
  order_id: d.integer().required(),
})

/** Returns the ids of the records that belong to accounts of organizations, by organization. */
const recordsOfOrganizations = (tx: d.Tx, table: 'invoices' | 'orders') =>
  tx
    .where('organization_accounts', {})
    .flatMap(({ account_id, organization_id }) =>
      tx.where<string>(table, { account_id }).map(({ id }) => ({ id, organization_id })),
    )

const organizationName = (name: string, locale: d.RecipeContext['locale']): string =>
  fill(textsIn(locale).organization, { name })

export default d.resource(
  'organizations',
  OrganizationShape,
  { singular: 'Organization' },
  ({ list, show }) => ({
    description: 'A customer with several accounts.',

    operations: {
      get_organizations: list(commonOptions),
      get_organization_by_id: show(commonOptions),
      get_organization_invoices: d.operation({
        ...commonOptions,
        ...d.pagination(),
        method: 'GET',
        path: '/organization_invoices',
        presenter: d.itemPage(OrganizationInvoiceShape),
        handle(tx, { query }) {
          const links = recordsOfOrganizations(tx, 'invoices').map(({ id, organization_id }) => ({
            invoice_id: id,
            organization_id,
          }))
          return d.paginateItems(tx, links, query)
        },
      }),
      get_organization_orders: d.operation({
        ...commonOptions,
        ...d.pagination(),
        method: 'GET',
        path: '/organization_orders',
        presenter: d.itemPage(OrganizationOrderShape),
        handle(tx, { query }) {
          const links = recordsOfOrganizations(tx, 'orders').map(({ id, organization_id }) => ({
            organization_id,
            order_id: id,
          }))
          return d.paginateItems(tx, links, query)
        },
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(1, 28, 500),
      repeated: {
        name: ({ row, find, locale }) =>
          organizationName(find('accounts', row['primary_account_id'])?.['name'], locale),
      },
      fields: {
        primary_account_id: ({ number, tx, pick }) =>
          tx.find('accounts', demoBusinessAccountNumber(number))?.id ??
          pick('accounts', isBusinessAccount),
        name: ({ parent, locale }) =>
          organizationName(parent('primary_account_id')['name'], locale),
      },
    },
  }),
)
