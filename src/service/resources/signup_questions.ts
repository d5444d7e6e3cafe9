import * as d from '../../engine/define/define.ts'
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

const demoQuestions = [
  ['Date of birth', 'datepicker', 'user', []],
  ['Dietary wishes', 'select', 'user', ['None', 'Vegetarian', 'Vegan', 'Halal']],
  ['Phone in an emergency', 'phone', 'user', []],
  ['Cost center', 'string', 'account', []],
  ['VAT number', 'vat_number', 'account', []],
  ['Purchase order', 'string', 'order', []],
  ['How did you hear of us?', 'text', 'order', []],
  ['Prior knowledge', 'select', 'catalog_product', ['None', 'Some', 'A good deal']],
  ['Job title', 'string', 'user', []],
  ['Highest education', 'select', 'user', ['Secondary', 'Vocational', 'Bachelor', 'Master']],
  ['Place of birth', 'string', 'user', []],
  ['Languages that you speak', 'multiselect', 'user', ['Dutch', 'English', 'German', 'French']],
  ['Do you need a lift?', 'boolean', 'user', []],
  ['Subjects that you teach', 'text', 'teacher', []],
  ['Hours a week', 'decimal', 'teacher', []],
  ['Days that suit you', 'multiselect', 'teacher', ['Monday', 'Wednesday', 'Friday']],
  ['Sector', 'select', 'account', ['Care', 'Education', 'Industry', 'Government']],
  ['Number of employees', 'decimal', 'account', []],
  ['Chamber of commerce number', 'string', 'account', []],
  ['Remarks for the invoice', 'text', 'order', []],
  ['May we call you?', 'boolean', 'order', []],
  ['Who approves this?', 'string', 'order', []],
  ['Why this course?', 'text', 'catalog_product', []],
  ['Years of experience', 'decimal', 'catalog_product', []],
  ['Do you bring a laptop?', 'boolean', 'catalog_variant', []],
  ['Parking place needed', 'boolean', 'catalog_variant', []],
  ['Preferred exam date', 'datepicker', 'catalog_variant', []],
  ['Certificate in which language?', 'select', 'catalog_variant', ['Dutch', 'English']],
] as const
const demoTitles = demoQuestions.map(([title]) => title)

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
        title: ({ number }) => cycleName(number, demoTitles),
        field_type: ({ number }) => demoQuestions[(number - 1) % demoQuestions.length]?.[1],
        for_type: ({ number }) => demoQuestions[(number - 1) % demoQuestions.length]?.[2],
        slug: ({ row }) => slugify(row['title']).replaceAll('-', '_'),
        required: ({ random }) => random.next() < 0.3,
        visibility: ({ random }) => random.pick([['signup'], ['signup', 'dashboard'], ['backend']]),
        for_student: ({ row }) => row['for_type'] === 'user',
        for_customer: ({ row }) => row['for_type'] !== 'user',
        choices: ({ number }) => [
          ...(demoQuestions[(number - 1) % demoQuestions.length]?.[3] ?? []),
        ],
        use_as_duplicate_indicator: ({ number }) => number === 1,
      },
    },
  }),
)
