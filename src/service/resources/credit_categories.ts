import * as d from '../../engine/define/define.ts'
import { nameAt, textsIn } from '../demo/demo-texts.ts'

const CreditCategoryShape = {
  ...d.identity,
  name: d.string(),
  types: d.listOf(d.object({ id: d.integer().required(), name: d.string().required() })),
}

export default d.resource(
  'credit_categories',
  CreditCategoryShape,
  { singular: 'CreditCategory' },
  ({ list }) => ({
    description: 'A category of credits that a profession requires, with its types.',

    operations: { get_credit_categories: list({ scopes: ['settings:read'] }) },
    recipe: {
      rowCounts: d.rowCounts(1, 4, 4),
      isShared: true,
      fields: {
        name: ({ number, locale }) => nameAt(textsIn(locale).credits.categories, number),
        types: ({ number, locale }) =>
          textsIn(locale).credits.types.map((name, i) => ({ id: number * 2 - 1 + i, name })),
      },
    },
  }),
)
