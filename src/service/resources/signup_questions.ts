import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { nextPosition } from '../fields/sequence-numbers.ts'
import { fieldTypes } from '../fields/custom-field-types.ts'
import { cycleName } from '../demo/demo-names.ts'
import { slugify } from '../fields/slugs.ts'
import type { Rows } from '../generated/rows.ts'

type QuestionRow = Rows['signup_questions']

const forTypes = [
  'user',
  'teacher',
  'account',
  'catalog_product',
  'order',
  'catalog_variant',
] as const

const SignupQuestionShape = {
  ...d.identity,
  position: d
    .integer()
    .indexed()
    .defaultsTo((tx) => nextPosition(tx, 'signup_questions')),
  field_type: d.choice(fieldTypes),
  title: d.string(),
  slug: d.string(),
  required: d.boolean().defaultsTo(false),
  for_type: d.choice(forTypes),
  visibility: d.listOf(d.string()),
  for_student: d.boolean().defaultsTo(false),
  for_customer: d.boolean().defaultsTo(false),
  choices: d.listOf(d.string()),
  system_name: d.string().nullable(),
  use_as_duplicate_indicator: d.boolean().defaultsTo(false),
}

/** The field type and the object type of demo questions. */
const demoTypes = [
  ['datepicker', 'user'],
  ['select', 'user'],
  ['phone', 'user'],
  ['string', 'account'],
  ['vat_number', 'account'],
  ['string', 'order'],
  ['text', 'order'],
  ['select', 'catalog_product'],
  ['string', 'user'],
  ['select', 'user'],
  ['string', 'user'],
  ['multiselect', 'user'],
  ['boolean', 'user'],
  ['text', 'teacher'],
  ['decimal', 'teacher'],
  ['multiselect', 'teacher'],
  ['select', 'account'],
  ['decimal', 'account'],
  ['string', 'account'],
  ['text', 'order'],
  ['boolean', 'order'],
  ['string', 'order'],
  ['text', 'catalog_product'],
  ['decimal', 'catalog_product'],
  ['boolean', 'catalog_variant'],
  ['boolean', 'catalog_variant'],
  ['datepicker', 'catalog_variant'],
  ['select', 'catalog_variant'],
] as const

const demoType = (number: number) =>
  demoTypes[(number - 1) % demoTypes.length] as (typeof demoTypes)[number]

export default d.resource(
  'signup_questions',
  SignupQuestionShape,
  { singular: 'SignupQuestion' },
  ({ list }) => ({
    description: 'A question on the signup form.',

    operations: {
      get_signup_questions: list({
        scopes: ['settings:read'],
        filters: {
          for_user: d.customFilter(
            d.choice(['for_user']),
            (row: QuestionRow) => row.for_type === 'user',
          ),
          for_account: d.customFilter(
            d.choice(['for_account']),
            (row: QuestionRow) => row.for_type === 'account',
          ),
          for_type: d.equals('for_type'),
          visibility: d.customFilter(d.string(), (row: QuestionRow, word) =>
            row.visibility.includes(word),
          ),
          use_as_duplicate_indicator: d.equals('use_as_duplicate_indicator'),
        },
      }),
    },
    recipe: {
      rowCounts: d.rowCounts(1, 28, 28),
      isShared: true,
      fields: {
        title: ({ number, locale }) =>
          cycleName(
            number,
            textsIn(locale).questions.map(([title = '']) => title),
          ),
        field_type: ({ number }) => demoType(number)[0],
        for_type: ({ number }) => demoType(number)[1],
        slug: ({ row }) => slugify(row['title']).replaceAll('-', '_'),
        required: ({ random }) => random.next() < 0.3,
        visibility: ({ random }) => random.pick([['signup'], ['signup', 'dashboard'], ['backend']]),
        for_student: ({ row }) => row['for_type'] === 'user',
        for_customer: ({ row }) => row['for_type'] !== 'user',
        choices: ({ number, locale }) => {
          const { questions } = textsIn(locale)
          return questions[(number - 1) % questions.length]?.slice(1)
        },
        use_as_duplicate_indicator: ({ number }) => number === 1,
      },
    },
  }),
)
