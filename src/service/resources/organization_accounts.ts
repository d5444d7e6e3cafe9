import * as d from '../../engine/define/define.ts'
import { demoBusinessAccountNumber, isBusinessAccount } from '../demo/account-membership.ts'

const OrganizationAccountShape = {
  id: d.identity.id.hidden(),
  account_id: d.ref('accounts').partOf(),
  organization_id: d.ref('organizations').partOf(),
}

export default d.resource(
  'organization_accounts',
  OrganizationAccountShape,
  { singular: 'OrganizationAccount', group: 'organizations' },
  ({ list }) => ({
    description: 'An account that belongs to an organization.',

    operations: {
      get_organization_accounts: list({
        scopes: ['relations:read'],
        flag: 'Organizations',
        beta: true,
      }),
    },
    recipe: {
      rowCounts: d.rowCounts(1, 40, 800),
      fields: {
        // Each organization has its primary account; some have more accounts.
        organization_id: ({ number, tx, pick }) =>
          tx.find('organizations', number)?.id ?? pick('organizations'),
        account_id: ({ number, parent, tx, pick }) =>
          tx.find('organizations', number)
            ? parent('organization_id')['primary_account_id']
            : (tx.find('accounts', demoBusinessAccountNumber(number))?.id ??
              pick('accounts', isBusinessAccount)),
      },
    },
  }),
)
