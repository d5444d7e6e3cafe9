import { amounts, identity, resource, string } from '../define/define.ts'

/** How a customer came to the tenant. */
export const Referral = { ...identity, name: string() }

const names = ['Search engine', 'Newsletter', 'Colleague', 'Trade fair', 'Social media', 'Partner']

export default resource('referrals', Referral, { one: 'Referral' }, ({ list }) => ({
  operations: { get_referrals: list({ scopes: ['settings:read'] }) },
  recipe: {
    amounts: amounts(1, 6, 6),
    fields: { name: ({ number }) => names[number - 1] ?? `Channel ${number}` },
  },
}))
