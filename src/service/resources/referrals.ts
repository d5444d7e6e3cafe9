import * as d from '../../engine/define/define.ts'
import { nameAt, textsIn } from '../demo/demo-texts.ts'

const ReferralShape = { ...d.identity, name: d.string() }

export default d.resource('referrals', ReferralShape, { singular: 'Referral' }, ({ list }) => ({
  description: 'A channel through which customers find the tenant.',

  operations: { get_referrals: list({ scopes: ['settings:read'] }) },
  recipe: {
    rowCounts: d.rowCounts(1, 6, 6),
    isShared: true,
    fields: { name: ({ number, locale }) => nameAt(textsIn(locale).referrals, number) },
  },
}))
