import {
  amounts,
  assumed,
  boolean,
  choice,
  created,
  done,
  identity,
  integer,
  lifecycle,
  notFound,
  operation,
  Problem,
  page,
  paged,
  pageReferring,
  record,
  ref,
  resource,
  string,
  type Tx,
} from '../define/define.ts'
import { objectTypes } from './shared/custom-field-types.ts'
import { inTurn } from './demo/demo-names.ts'
import type { Rows } from '../generated/rows.ts'

const sameValue = assumed('custom_field_option.value', 'a value that is there already is 409', {
  because: 'the contract lists 409 for adding an option',
  instead: 'the same value can be added again',
})

/** A choice that a custom field offers. */
export const CustomFieldOption = {
  ...identity,
  value: string(),
  enabled: boolean(),
  custom_field_id: ref('custom_fields').part().hidden(),
}

const { value, enabled } = CustomFieldOption
const field = { object_type: choice(objectTypes), field_slug: string() }
const option = { ...field, option_id: integer() }
const marks = { flag: 'Custom objects', flagInReference: 'none', beta: true } as const

interface FieldPath {
  readonly object_type: (typeof objectTypes)[number]
  readonly field_slug: string
}

function fieldAt(tx: Tx, { object_type, field_slug }: FieldPath): Rows['custom_fields'] {
  const [found] = tx.where('custom_fields', { object_type, slug: field_slug })
  if (found) return found
  throw notFound(`${object_type} have no custom field "${field_slug}"`)
}

function optionAt(tx: Tx, path: FieldPath & { readonly option_id: number }) {
  const found = tx.find('custom_field_options', path.option_id)
  if (found?.custom_field_id === fieldAt(tx, path).id) return found
  throw notFound(`${path.field_slug} has no option ${path.option_id}`)
}

/** Refuses a choice that the field offers already. */
function insistOnNew(
  tx: Tx,
  same: Pick<Rows['custom_field_options'], 'custom_field_id' | 'value'>,
): void {
  if (tx.count('custom_field_options', same) === 0 || !tx.takes(sameValue)) return
  throw new Problem(409, { errors: { value: ['is there already'] }, behaviour: sameValue })
}

/** The first option, and the field that it belongs to. */
function example(tx: Tx) {
  const [first] = tx.walk('custom_field_options')
  const { object_type, slug } = tx.get('custom_fields', first?.custom_field_id ?? 0)
  return {
    params: { object_type: object_type ?? '', field_slug: slug, option_id: first?.id ?? 0 },
  }
}

const path = '/custom/{object_type}/fields/{field_slug}/options'
const onePath = `${path}/{option_id}` as const

export default resource(
  'custom_field_options',
  CustomFieldOption,
  { one: 'CustomFieldOption' },
  () => ({
    events: lifecycle('custom_field_option'),

    operations: {
      get_options_of_custom_field: operation({
        ...marks,
        method: 'GET',
        path,
        params: field,
        ...paged('cursor'),
        scopes: ['settings:read'],
        present: page('custom_field_options'),
        example,
        answer: (tx, { query, ...at }) =>
          pageReferring(tx, 'custom_field_options', 'custom_field_id', fieldAt(tx, at).id, query),
      }),
      add_option_to_custom_field: operation({
        ...marks,
        method: 'POST',
        path,
        params: field,
        scopes: ['settings:modify'],
        body: { value: value.required(), enabled: enabled.required() },
        present: created('custom_field_options'),
        example,
        answer(tx, { body, ...at }) {
          const custom_field_id = fieldAt(tx, at).id
          insistOnNew(tx, { custom_field_id, value: body.value })
          return tx.insert('custom_field_options', { ...body, custom_field_id })
        },
      }),
      get_option_of_custom_field: operation({
        ...marks,
        method: 'GET',
        path: onePath,
        params: option,
        scopes: ['settings:read'],
        present: record('custom_field_options'),
        example,
        answer: optionAt,
      }),
      update_option_of_custom_field: operation({
        ...marks,
        method: 'PUT',
        path: onePath,
        params: option,
        scopes: ['settings:modify'],
        body: { value, enabled },
        present: done('The option was changed.', 'update'),
        example,
        answer(tx, { body, ...at }) {
          const { id, custom_field_id, value: before } = optionAt(tx, at)
          if (body.value !== undefined && body.value !== before) {
            insistOnNew(tx, { custom_field_id, value: body.value })
          }
          return tx.update('custom_field_options', id, body)
        },
      }),
      delete_option_of_custom_field: operation({
        ...marks,
        method: 'DELETE',
        path: onePath,
        params: option,
        scopes: ['settings:modify'],
        present: done('The option was deleted.'),
        example,
        answer: (tx, at) => tx.remove('custom_field_options', optionAt(tx, at).id),
      }),
    },

    recipe: {
      amounts: amounts(2, 36, 36),
      fields: {
        // The first field has more options than a page holds.
        custom_field_id: ({ number, tx }) => fieldForOption(tx, number),
        value: ({ row, tx }) => valueFor(tx, row['custom_field_id']),
        enabled: ({ chance }) => chance.next() < 0.9,
      },
    },
  }),
)

const words: Readonly<Record<string, readonly string[]>> = {
  dietary_wishes: [
    'Vegetarian',
    'Vegan',
    'Halal',
    'Kosher',
    'No nuts',
    'No gluten',
    'No dairy',
    'No eggs',
    'No fish',
    'No shellfish',
    'No pork',
    'No beef',
    'No soy',
    'No sesame',
    'No peanuts',
    'No lactose',
    'No sugar',
    'Low salt',
    'No celery',
    'No mustard',
    'No garlic',
    'No onions',
    'No mushrooms',
    'No alcohol',
    'No caffeine',
    'Pescatarian',
    'Low carb',
    'No corn',
    'No tomatoes',
    'No citrus',
    'No honey',
    'No sulphites',
  ],
  languages: ['Dutch', 'English', 'German', 'Spanish', 'French', 'Italian', 'Polish', 'Turkish'],
  room_setup: [
    'Theatre',
    'U-shape',
    'Classroom',
    'Boardroom',
    'Cabaret',
    'Circle',
    'Hollow square',
  ],
}

/** Fields that offer choices, the one with the most first. */
const choosing = (tx: Tx) =>
  tx.where('custom_fields', {}).filter(({ field_type }) => field_type.endsWith('select'))

function fieldForOption(tx: Tx, number: number): number | undefined {
  const fields = choosing(tx)
  return (number <= 28 ? fields[0] : fields[number % fields.length])?.id
}

function valueFor(tx: Tx, field: number): string {
  const known = words[tx.get('custom_fields', field).slug] ?? ['Other']
  const taken = tx.where('custom_field_options', { custom_field_id: field }).length
  return inTurn(taken + 1, known)
}
