/** Parses the text of an input of an act, or describes its error. */
import type { ActInput, ActInputSpec } from '../../engine/emulator/reports/act-catalog.ts'
import { humanize } from '../format.ts'

type ParsedInput = { readonly value: unknown } | { readonly error: string }

/** Whether the input is typed as JSON: a simpler form cannot express its values. */
export const isJson = ({ kind, items }: ActInputSpec): boolean =>
  ['object', 'map', 'json', 'variant'].includes(kind) ||
  (kind === 'array' && items !== undefined && !isScalar(items))

const isScalar = ({ kind }: ActInputSpec): boolean =>
  ['integer', 'number', 'string', 'enum', 'value'].includes(kind)

function parseInput(input: ActInputSpec, typed: string): ParsedInput {
  const text = idOf(input, typed.trim())
  if (isJson(input)) return parseJson(input, text)
  if (input.kind === 'array') return parseList(input, text)
  if (input.options && !input.options.includes(text))
    return { error: unknownOptionError(input, text) }
  switch (input.kind) {
    case 'integer':
      return /^-?\d+$/.test(text) ? { value: Number(text) } : { error: numberError(input, text) }
    case 'number':
      return Number.isNaN(Number(text))
        ? { error: `“${text}” is not a number` }
        : { value: Number(text) }
    case 'boolean':
      return { value: text === 'true' }
    case 'value':
      return { value: /^\d+$/.test(text) ? Number(text) : text }
    default:
      return parseText(input, text)
  }
}

/** Returns the id of a chosen record: `4 · Mia Sommer` is the record 4. */
const idOf = ({ to, kind }: ActInputSpec, text: string): string =>
  to !== undefined || kind === 'value' ? (text.split(nameSeparator)[0] as string) : text

/** Stands between the id and the name of a record in a field. */
export const nameSeparator = ' · '

const numberError = ({ to }: ActInputSpec, text: string): string =>
  to
    ? `“${text}” is not an id of ${humanize(to)}: ids are whole numbers`
    : `“${text}” is not a whole number`

function unknownOptionError({ options = [] }: ActInputSpec, text: string): string {
  const [start = ''] = text.split('.')
  const matching = options.filter((option) => option.startsWith(start))
  const shown = (matching.length > 0 ? matching : options).slice(0, 6)
  return `“${text}” is unknown. Known: ${shown.join(', ')}${shown.length < options.length ? ' …' : ''}`
}

function parseText({ format }: ActInputSpec, text: string): ParsedInput {
  const isDateOrTimestamp = format === 'date' || format === 'timestamp'
  if (!isDateOrTimestamp || !Number.isNaN(Date.parse(text))) return { value: text }
  return { error: `“${text}” is not a ${format === 'date' ? 'date' : 'timestamp'}` }
}

/** Parses comma-separated texts, numbers or ids; returns the first error. */
function parseList({ items = { kind: 'string' } }: ActInputSpec, text: string): ParsedInput {
  const parts = text.replace(/^\[|\]$/g, '').split(',')
  const typed = parts.map((part) => part.trim().replace(/^"|"$/g, '')).filter(Boolean)
  const all = typed.map((each) => parseInput(items, each))
  const firstError = all.find((each) => 'error' in each)
  return firstError ?? { value: all.map((each) => (each as { value: unknown }).value) }
}

function parseJson({ kind }: ActInputSpec, text: string): ParsedInput {
  const expected = kind === 'array' ? 'a list: [ … ]' : 'an object: { … }'
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null
    const fits = isObject && Array.isArray(value) === (kind === 'array')
    return fits ? { value } : { error: `This JSON is not ${expected}` }
  } catch {
    return { error: `This is not valid JSON. Expected ${expected}` }
  }
}

/** Parses all inputs of an act. Empty inputs are omitted. */
export function parseInputs(
  inputs: readonly ActInput[],
  typed: Readonly<Record<string, string>>,
): { readonly values: Record<string, unknown>; readonly errors: Record<string, string> } {
  const values: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const input of inputs) {
    const text = typed[input.name] ?? ''
    if (text.trim() === '') continue
    const parsed = parseInput(input, text)
    if ('error' in parsed) errors[input.name] = parsed.error
    else values[input.name] = parsed.value
  }
  return { values, errors }
}
