import * as d from '../../engine/define/define.ts'

const CreditCategoryShape = {
  ...d.identity,
  name: d.string(),
  types: d.listOf(d.object({ id: d.integer().required(), name: d.string().required() })),
}

const names = ['Nursing register', 'Bar association', 'Accountants', 'Safety officers']

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
        name: ({ number }) => names[number - 1] ?? `Register ${number}`,
        types: ({ number }) => [
          { id: number * 2 - 1, name: 'Knowledge' },
          { id: number * 2, name: 'Skills' },
        ],
      },
    },
  }),
)
