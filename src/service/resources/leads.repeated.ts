/** The leads of a scaled world: with the name of their customer, or with other names in each block. */
import * as d from '../../engine/define/define.ts'
import { demoEmail } from '../demo/person-names.ts'
import { repeatedCompanyName, repeatedFirstName, repeatedSurname } from '../demo/repeated-names.ts'
import { fullName, type PersonName } from '../fields/person-names.ts'

const customerOf = ({ row, find }: d.NumberingContext): d.LooseRow | undefined =>
  find('users', row['user_id'])

/** Returns the row whose surname the lead has. */
const surnameOf = (context: d.RepeatContext): d.LooseRow =>
  customerOf(context) ?? (context.block === 0 ? context.original : repeatedSurname(context))

export const repeatedLeadFields: d.RepeatedFields = {
  first_name: (context) =>
    customerOf(context)?.['first_name'] ??
    (context.block === 0 ? context.original['first_name'] : repeatedFirstName(context)),
  middle_name: (context) => surnameOf(context)['middle_name'],
  last_name: (context) => surnameOf(context)['last_name'],
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
}

export const numberedLeadFields: d.NumberedFields = {
  email: (context) =>
    customerOf(context)?.['email'] ?? demoEmail(context.row, context.row['id'], 'prospect.test'),
}
