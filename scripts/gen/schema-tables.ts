/** Prints JSON Schemas as Markdown tables. */
import type { JsonSchema } from '../../src/engine/describe/json-schema.ts'

/** The page of the record types, relative to a page in a folder of `docs`. */
const recordsPage = '../records.md'

/** Prints the fields of an object schema, with nested fields by their path: `address.city`. */
export function fieldTable(schema: JsonSchema): string[] {
  const rows = fieldRows(schema, '')
  if (rows.length === 0) return ['No fields.']
  return ['| Field | Type | Description |', '| --- | --- | --- |', ...rows]
}

/** Prints the parameters of an operation. */
export function parameterTable(parameters: readonly JsonSchema[]): string[] {
  return [
    '| Parameter | In | Type | Description |',
    '| --- | --- | --- | --- |',
    ...parameters.map((parameter) => {
      const schema = parameter['schema'] as JsonSchema
      const marks = marksOf({ ...schema, ...parameter }, parameter['required'] === true)
      const text = String(parameter['description'] ?? schema['description'] ?? '')
      return rowOf(`\`${String(parameter['name'])}\``, String(parameter['in']), typeOf(schema), [
        text,
        ...marks,
      ])
    }),
  ]
}

/** The name of a type: `integer`, `string (date)`, `array of User`, a link for a record. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, type, format, items, enum: values, const: constant, anyOf } = schema
  if (typeof $ref === 'string') return recordLink($ref.split('/').at(-1) as string)
  if (Array.isArray(anyOf)) return anyOf.map((each) => typeOf(each as JsonSchema)).join(' or ')
  if (constant !== undefined) return `\`${String(constant)}\``
  if (Array.isArray(values)) return valueList(values)
  if (type === 'array' && items !== undefined) return `array of ${typeOf(items as JsonSchema)}`
  const names = Array.isArray(type) ? type.join(' or ') : String(type ?? 'any')
  return format === undefined ? names : `${names} (${String(format)})`
}

/** A longer list of values shows its first ones. The OpenAPI document has all. */
const shownValuesMax = 20

function valueList(values: readonly unknown[]): string {
  const shown = values.length > shownValuesMax ? values.slice(0, 3) : values
  const names = shown.map((value) => `\`${String(value)}\``).join(', ')
  return shown === values ? names : `one of ${values.length} values, such as ${names}`
}

const recordLink = (name: string): string =>
  name === 'Done' || name === 'Problem' ? name : `[${name}](${recordsPage}#${name.toLowerCase()})`

function fieldRows(schema: JsonSchema, prefix: string): string[] {
  const required = (schema['required'] ?? []) as readonly string[]
  return Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).flatMap(
    ([name, field]) => {
      const path = prefix + name
      const members = membersOf(field)
      const list = members.find(({ type }) => type === 'array')
      const nested = (list ? [list['items'] as JsonSchema] : members).find(
        (each) => each['properties'],
      )
      const marks = marksOf(field, required.includes(name))
      return [
        rowOf(`\`${path}\``, typeOf(field), [String(field['description'] ?? ''), ...marks]),
        ...(nested ? fieldRows(nested, `${path}${list ? '[]' : ''}.`) : []),
      ]
    },
  )
}

/** The alternatives of a schema, or the schema itself. */
const membersOf = (schema: JsonSchema): readonly JsonSchema[] =>
  (schema['anyOf'] as JsonSchema[] | undefined) ?? [schema]

function marksOf(schema: JsonSchema, isRequired: boolean): string[] {
  const keywords = Object.assign({}, ...membersOf(schema), schema) as JsonSchema
  const { minimum, maximum, default: fallback, deprecated } = keywords
  const flag = schema['x-feature-flag']
  return [
    ...(isRequired ? ['Required.'] : []),
    ...(minimum === undefined ? [] : [`At least ${String(minimum)}.`]),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER
      ? []
      : [`At most ${String(maximum)}.`]),
    ...(fallback === undefined ? [] : [`Default: \`${JSON.stringify(fallback)}\`.`]),
    ...(flag === undefined ? [] : [`Flag: ${String(flag)}.`]),
    ...(deprecated === true ? ['Deprecated.'] : []),
  ]
}

/** A row; the last cell joins its sentences. */
const rowOf = (...cells: [...string[], readonly string[]]): string => {
  const sentences = cells.at(-1) as readonly string[]
  const texts = [...(cells.slice(0, -1) as string[]), sentences.filter(Boolean).join(' ')]
  return `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
}
