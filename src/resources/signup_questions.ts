import {
  amounts,
  boolean,
  choice,
  equals,
  identity,
  integer,
  keeping,
  listOf,
  resource,
  string,
} from '../define.ts'
import { fieldTypes } from './parts/custom-fields.ts'
import type { Rows } from './rows.ts'

type QuestionRow = Rows['signup_questions']

const forTypes = [
  'user',
  'teacher',
  'account',
  'catalog_product',
  'order',
  'catalog_variant',
] as const

/** A question that is put to people who sign up. */
export const SignupQuestion = {
  ...identity,
  position: integer().initially((tx) => tx.count('signup_questions') + 1),
  field_type: choice(fieldTypes),
  title: string(),
  slug: string(),
  required: boolean().initially(false),
  for_type: choice(forTypes),
  visibility: listOf(string()),
  for_student: boolean().initially(false),
  for_customer: boolean().initially(false),
  choices: listOf(string()),
  system_name: string().nullable(),
  use_as_duplicate_indicator: boolean().initially(false),
}

const usual = [
  ['Date of birth', 'datepicker', 'user'],
  ['Dietary wishes', 'select', 'user'],
  ['Phone in an emergency', 'phone', 'user'],
  ['Cost center', 'string', 'account'],
  ['VAT number', 'vat_number', 'account'],
  ['Purchase order', 'string', 'order'],
  ['How did you hear of us?', 'text', 'order'],
  ['Prior knowledge', 'select', 'catalog_product'],
] as const

export default resource(
  'signup_questions',
  SignupQuestion,
  { one: 'SignupQuestion' },
  ({ list }) => ({
    operations: {
      get_signup_questions: list({
        scopes: ['settings:read'],
        filters: {
          for_user: keeping(choice(['for_user']), (row: QuestionRow) => row.for_type === 'user'),
          for_account: keeping(
            choice(['for_account']),
            (row: QuestionRow) => row.for_type === 'account',
          ),
          for_type: equals('for_type'),
          visibility: keeping(string(), (row: QuestionRow, word) => row.visibility.includes(word)),
          use_as_duplicate_indicator: equals('use_as_duplicate_indicator'),
        },
      }),
    },
    recipe: {
      amounts: amounts(1, 28, 28),
      fields: {
        title: ({ number }) => `${usual[(number - 1) % usual.length]?.[0]}${suffix(number)}`,
        field_type: ({ number }) => usual[(number - 1) % usual.length]?.[1],
        for_type: ({ number }) => usual[(number - 1) % usual.length]?.[2],
        slug: ({ row }) => String(row['title']).toLowerCase().replaceAll(/\W+/g, '_'),
        required: ({ chance }) => chance.next() < 0.3,
        visibility: ({ chance }) => chance.pick([['signup'], ['signup', 'dashboard'], ['backend']]),
        for_student: ({ row }) => row['for_type'] === 'user',
        for_customer: ({ row }) => row['for_type'] !== 'user',
        choices: ({ row }) => (row['field_type'] === 'select' ? ['Yes', 'No', 'Ask me'] : []),
        use_as_duplicate_indicator: ({ number }) => number === 1,
      },
    },
  }),
)

const suffix = (number: number): string => {
  const round = Math.floor((number - 1) / usual.length)
  return round === 0 ? '' : ` (${round + 1})`
}
