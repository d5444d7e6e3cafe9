/** Parses the query of a call. */
import { type AssumedBehaviour } from '../define/behaviour.ts'
import { isCalendarDay, parseIsoTimestampMs } from '../clock/timestamps.ts'
import { fieldOf, type Field, type FieldSpec, type Shape } from '../define/fields.ts'
import { nearestParameter, perPageMax } from '../define/list-query.ts'
import { badRequest, Problem } from '../define/problems.ts'
import { tenantDay } from '../clock/calendar-days.ts'
import { usesTenantDays } from '../define/behaviours.ts'
import { toTextForm } from '../define/stored-values.ts'
import { parseBooleanText, parseNumberText } from '../define/body-values.ts'
import type { CatalogOperation } from '../model/catalog.ts'
import type { ActiveAlternatives } from '../model/settings.ts'
import type { TransactionContext } from '../model/transaction-context.ts'
import type { Call } from './call.ts'
import {
  arrayForms,
  includeParameter,
  repeatedNames,
  invalidCursor,
  invalidValue,
  listedOnly,
  refusedSort,
  sizeOutOfRange,
  unknownParameter,
} from './behaviours.ts'

/** The parts of a call that a query is parsed from. */
type QueryCall = Pick<Call, 'url' | 'behaviours'>

/** The parts of the context that a query is parsed with. */
export type QueryContext = Pick<TransactionContext, 'alternatives' | 'calendar' | 'zone'>

type Query = Readonly<Record<string, unknown>>

/** Parses the query of a call; throws a 400, or follows the active alternatives. */
export function parseQuery(
  { query: shape, assertQuery }: CatalogOperation,
  call: QueryCall,
  context: QueryContext,
): Query {
  const alternatives = context.alternatives()
  const values: Record<string, unknown> = {}
  if (call.url.search === '') return values
  for (const [name, texts] of textsByName(shape, call, alternatives)) {
    const spec = fieldOf(shape, name)?.spec
    const value = spec && parseInForm(spec, texts, call, context)
    if (value !== undefined) values[name] = value
    else {
      const assumption = spec ? assumptionOf(name, texts) : unknownParameter
      call.behaviours.add(assumption)
      if (assumption !== sizeOutOfRange) call.behaviours.add(listedOnly)
      const { decisive, alternative } = decisionOn(name, assumption, call, alternatives)
      if (alternative === 'default' || alternative === '403') {
        const errors = { [name]: [queryError(name, shape, texts)] }
        if (alternative === 'default') throw badRequest(errors, { behaviour: decisive })
        const message = `Sorting on ${texts.join(', ')} is not allowed.`
        throw new Problem(403, { message, errors, behaviour: decisive })
      }
      if (assumption === sizeOutOfRange) values[name] = nearestSize(Number(texts[0]))
    }
  }
  try {
    assertQuery?.(values as never)
    return values
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem
    call.behaviours.add(invalidCursor)
    if (!alternatives.has(invalidCursor.id))
      throw badRequest(problem.errors, { behaviour: invalidCursor })
    const { cursor: _, page: __, ...firstPage } = values
    return firstPage
  }
}

/** Parses a parameter; a text is compared in the form of its field. */
function parseInForm(
  spec: FieldSpec,
  texts: readonly string[],
  { behaviours }: QueryCall,
  context: QueryContext,
): unknown {
  const assumes = (assumption: AssumedBehaviour): boolean => {
    behaviours.add(assumption)
    return !context.alternatives().has(assumption.id)
  }
  const value = parseValues(spec, texts)
  const { format } = spec.items?.spec ?? spec
  if (value === undefined || (format !== 'date' && format !== 'timestamp')) {
    return toTextForm(spec, value, { assumes })
  }
  if (texts.some((text) => isCalendarDay(text) !== (format === 'date'))) {
    behaviours.add(usesTenantDays)
  }
  const inZone = (text: string): string => convertMoment(format, text, context)
  return Array.isArray(value) ? value.map(inZone) : inZone(value as string)
}

/** The texts of each parameter. The forms of an array, such as `name[]`, give the texts of `name`. */
function textsByName(
  shape: Shape,
  call: QueryCall,
  alternatives: ActiveAlternatives,
): ReadonlyMap<string, readonly string[]> {
  const form = alternatives.get(arrayForms.id)
  const found = new Map<string, string[]>()
  for (const { key, name, text } of sentValues(shape, call.url)) {
    const texts = found.get(name) ?? []
    const isArray = fieldOf(shape, name)?.spec.kind === 'array'
    if (isArray && texts.length > 0) call.behaviours.add(repeatedNames)
    if (isArray && (key !== name || texts.length > 0 || text.includes(',')))
      call.behaviours.add(arrayForms)
    if (key !== name && form === 'refused')
      throw badRequest({ [key]: [queryError(key, shape)] }, { behaviour: arrayForms })
    texts.push(...(isArray && form === 'commas' ? text.split(',') : [text]))
    found.set(name, texts)
  }
  return found
}

interface SentValue {
  /** The name in the URL. */
  readonly key: string
  /** The name without the brackets of an array. */
  readonly name: string
  readonly index: number
  readonly text: string
}

/** The values in a URL. The values of an array with indices are in the order of the indices. */
function sentValues(shape: Shape, url: URL): SentValue[] {
  const values = [...url.searchParams].map(([key, text]) => {
    const [, name = '', index = ''] = /^([^[]+)\[(\d*)\]$/.exec(key) ?? []
    const isArray = fieldOf(shape, name)?.spec.kind === 'array'
    return isArray ? { key, name, index: Number(index), text } : { key, name: key, index: 0, text }
  })
  return values.toSorted((a, b) => a.index - b.index)
}

/** The assumption that decides about a value that cannot be parsed. */
function assumptionOf(name: string, texts: readonly string[]): AssumedBehaviour {
  const isSize = texts.length === 1 && parseNumberText('integer', texts[0] as string) !== undefined
  return name === 'per_page' && isSize ? sizeOutOfRange : invalidValue
}

/** The assumptions about one parameter. Their alternatives precede those about any parameter. */
const assumptionsByName = new Map([
  ['include', includeParameter],
  ['sort', refusedSort],
])

interface Decision {
  readonly decisive: AssumedBehaviour
  readonly alternative: string
}

/** The alternative for a refused parameter: that about its name, or else that about any parameter. */
function decisionOn(
  name: string,
  assumption: AssumedBehaviour,
  { behaviours }: QueryCall,
  alternatives: ActiveAlternatives,
): Decision {
  const decisive = assumptionsByName.get(name.replace(/\[\d*\]$/, '')) ?? assumption
  behaviours.add(decisive)
  const alternative = alternatives.get(decisive.id) ?? alternatives.get(assumption.id) ?? 'default'
  return { decisive, alternative }
}

const nearestSize = (size: number): number => Math.min(Math.max(size, 1), perPageMax)

function queryError(name: string, shape: Shape, texts: readonly string[] = []): string {
  const field = fieldOf(shape, name)
  if (field)
    return `cannot take this value; it is ${describeField(field.spec)}${repeatedForm(name, field.spec, texts)}`
  const near = nearestParameter(name, shape)
  return `is not a parameter of this operation${near ? `; did you mean ${near}?` : ''}`
}

/** The form of a list for a text with commas: `; repeat it: status[]=planned&status[]=active`. */
function repeatedForm(name: string, { kind }: FieldSpec, texts: readonly string[]): string {
  const values = texts.flatMap((text) => text.split(','))
  if (kind !== 'array' || values.length === texts.length) return ''
  return `; repeat it: ${values.map((value) => `${name}[]=${value}`).join('&')}`
}

function describeField({ kind, options, items, format, min, max }: FieldSpec): string {
  if (items) return `one or more of: ${describeField(items.spec)}`
  if (options) return options.join(', ')
  const range = min === undefined ? '' : ` from ${min} to ${max}`
  return `${format ?? kind}${range}`
}

function parseValues(spec: FieldSpec, texts: readonly string[]): unknown {
  if (spec.kind === 'array') {
    const values = texts.map((text) => parseValue((spec.items as Field).spec, text))
    return values.includes(undefined) ? undefined : values
  }
  return texts.length === 1 ? parseValue(spec, texts[0] as string) : undefined
}

function parseValue(spec: FieldSpec, text: string): unknown {
  const { kind, options, format, min = -Infinity, max = Infinity } = spec
  if (kind === 'integer' || kind === 'number') {
    const value = parseNumberText(kind, text)
    return value !== undefined && value >= min && value <= max ? value : undefined
  }
  if (kind === 'boolean') return parseBooleanText(text)
  if (options) return options.includes(text) ? text : undefined
  if (format === 'date' || format === 'timestamp') {
    return parseIsoTimestampMs(text) === undefined ? undefined : text
  }
  return text
}

/** Converts a day or a moment to the format of its field, in the tenant's time zone. */
function convertMoment(
  format: 'date' | 'timestamp',
  text: string,
  { calendar, zone }: QueryContext,
): string {
  if (format === 'date') {
    return tenantDay(text, (moment) => calendar.dayAt(Date.parse(moment), zone())).slice(0, 10)
  }
  return new Date(isCalendarDay(text) ? calendar.startOfDay(text, zone()) : text).toISOString()
}
