import * as d from '../../engine/define/define.ts'

const ReferralShape = { ...d.identity, name: d.string() }

const names = ['Search engine', 'Newsletter', 'Colleague', 'Trade fair', 'Social media', 'Partner']

export default d.resource('referrals', ReferralShape, { singular: 'Referral' }, ({ list }) => ({
  description: 'A channel through which customers find the tenant.',

  operations: { get_referrals: list({ scopes: ['settings:read'] }) },
  recipe: {
    rowCounts: d.rowCounts(1, 6, 6),
    isShared: true,
    fields: { name: ({ number }) => names[number - 1] ?? `Channel ${number}` },
  },
}))
