import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { objectTypes } from '../fields/custom-field-types.ts'
import { cycleName } from '../demo/demo-names.ts'
import { assertNoDuplicate, type DuplicateRefusal } from '../fields/duplicate-rows.ts'
import type { Rows } from '../generated/rows.ts'
import { refusesDuplicateValue } from '../behaviours/shared.ts'

const CustomFieldOptionShape = {
  ...d.identity,
  value: d.string(),
  enabled: d.boolean(),
  custom_field_id: d.ref('custom_fields').partOf().hidden(),
}

const { value, enabled } = CustomFieldOptionShape

interface FieldPath {
  readonly object_type: (typeof objectTypes)[number]
  readonly field_slug: string
}

function findField(tx: d.Tx, { object_type, field_slug }: FieldPath): Rows['custom_fields'] {
  const [found] = tx.where('custom_fields', { object_type, slug: field_slug })
  if (found) return found
  throw d.notFound(`${object_type} have no custom field "${field_slug}"`)
}

function findOption(tx: d.Tx, path: FieldPath & { readonly option_id: number }) {
  const found = tx.find('custom_field_options', path.option_id)
  if (found?.custom_field_id === findField(tx, path).id) return found
  throw d.notFound(`${path.field_slug} has no option ${path.option_id}`)
}

const duplicateRefusal: DuplicateRefusal = {
  status: 409,
  errors: { value: ['already exists'] },
  behaviour: refusesDuplicateValue,
}

/** Refuses a value that the field already offers. */
function assertNewValue(
  tx: d.Tx,
  option: Pick<Rows['custom_field_options'], 'custom_field_id' | 'value'>,
): void {
  assertNoDuplicate(tx, 'custom_field_options', option, duplicateRefusal)
}

/** Returns the path parameters of the first option. */
function example(tx: d.Tx) {
  const [first] = tx.scan('custom_field_options')
  const { object_type, slug } = tx.get('custom_fields', first?.custom_field_id ?? 0)
  return {
    params: { object_type: object_type ?? '', field_slug: slug, option_id: first?.id ?? 0 },
  }
}

const commonOptions = {
  flag: 'Custom objects',
  flagInReference: 'none',
  beta: true,
  example,
} as const
const ofField = {
  ...commonOptions,
  path: '/custom/{object_type}/fields/{field_slug}/options',
  params: { object_type: d.choice(objectTypes), field_slug: d.string() },
} as const
const ofOption = {
  ...commonOptions,
  path: `${ofField.path}/{option_id}`,
  params: { ...ofField.params, option_id: d.integer() },
} as const

export default d.resource(
  'custom_field_options',
  CustomFieldOptionShape,
  { singular: 'CustomFieldOption' },
  () => ({
    description: 'An option of a custom field.',

    events: d.lifecycleEvents('custom_field_option'),

    operations: {
      get_options_of_custom_field: d.operation({
        ...ofField,
        method: 'GET',
        ...d.pagination('cursor'),
        scopes: ['settings:read'],
        presenter: d.page('custom_field_options'),
        handle: (tx, { query, ...at }) =>
          d.pageOfReferrers(
            tx,
            'custom_field_options',
            'custom_field_id',
            findField(tx, at).id,
            query,
          ),
      }),
      add_option_to_custom_field: d.operation({
        ...ofField,
        method: 'POST',
        scopes: ['settings:modify'],
        body: { value: value.required(), enabled: enabled.required() },
        presenter: d.created('custom_field_options'),
        handle(tx, { body, ...at }) {
          const custom_field_id = findField(tx, at).id
          assertNewValue(tx, { custom_field_id, value: body.value })
          return tx.insert('custom_field_options', { ...body, custom_field_id })
        },
      }),
      get_option_of_custom_field: d.operation({
        ...ofOption,
        method: 'GET',
        scopes: ['settings:read'],
        presenter: d.record('custom_field_options'),
        handle: findOption,
      }),
      update_option_of_custom_field: d.operation({
        ...ofOption,
        method: 'PUT',
        scopes: ['settings:modify'],
        body: { value, enabled },
        presenter: d.statusMessage('The option was changed.', 'update'),
        handle(tx, { body, ...at }) {
          const { id, custom_field_id, value: before } = findOption(tx, at)
          if (body.value !== undefined && body.value !== before) {
            assertNewValue(tx, { custom_field_id, value: body.value })
          }
          return tx.update('custom_field_options', id, body)
        },
      }),
      delete_option_of_custom_field: d.operation({
        ...ofOption,
        method: 'DELETE',
        scopes: ['settings:modify'],
        presenter: d.statusMessage('The option was deleted.'),
        handle: (tx, at) => tx.remove('custom_field_options', findOption(tx, at).id),
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(2, 36, 36),
      isShared: true,
      fields: {
        // The first field has more options than fit on a page.
        custom_field_id: ({ number, tx }) => demoFieldId(tx, number),
        value: demoValue,
        enabled: ({ random }) => random.next() < 0.9,
      },
    },
  }),
)

/** Lists the fields that have options; the field with most options is first. */
const listSelectFields = (tx: d.Tx) =>
  tx.where('custom_fields', {}).filter(({ field_type }) => field_type.endsWith('select'))

function demoFieldId(tx: d.Tx, number: number): number | undefined {
  const fields = listSelectFields(tx)
  return (number <= 28 ? fields[0] : fields[number % fields.length])?.id
}

function demoValue({ row, tx, locale }: d.RecipeContext): string {
  const { custom_field_id } = row as Rows['custom_field_options']
  const values: Readonly<Record<string, readonly string[]>> = textsIn(locale).customFieldOptions
  const known = values[tx.get('custom_fields', custom_field_id).slug] ?? values['other']
  const taken = tx.where('custom_field_options', { custom_field_id }).length
  return cycleName(taken + 1, known as readonly string[])
}
