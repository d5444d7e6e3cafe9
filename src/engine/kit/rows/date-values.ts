/** Replaces dates in values: a `Date` or a relative date such as `+30d` becomes the text of the service. */
import { fieldOf, type Field, type FieldFormat, type Shape } from '../../define/fields.ts'
import { tenantDay } from '../../clock/calendar-days.ts'
import type { Tx } from '../../define/tx.ts'
import { isObject, quoteValue } from '../../errors/argument-checks.ts'
import { parseDuration } from '../../clock/duration.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { isCalendarDay, parseTimestampMs } from '../../clock/timestamps.ts'

/** The start of relative dates, the time and the calendar day of a transaction, and the days of moments. */
export interface DateOrigin extends Pick<Tx, 'now' | 'today' | 'dayOf'> {
  /** The history of the state. */
  readonly history?: object
}

/** The histories in which a test gave a relative date. */
const withRelativeDates = new WeakSet<object>()

export const hasRelativeDates = (history: object): boolean => withRelativeDates.has(history)

type Values = Readonly<Record<string, unknown>>

/**
 * Returns the values with texts in place of dates. A relative date counts from the emulator's clock. In a
 * field that holds a day, it counts from the calendar day of the tenant, and a moment is the day of the
 * tenant, as in a request.
 *
 * @throws EmulatorError for an invalid `Date` and an invalid relative date
 */
export function resolveDates(
  origin: DateOrigin,
  shape: Shape,
  values: Values,
  action: string,
): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const field = fieldOf(shape, name)
    return [name, field ? resolveDate(origin, field, value, { name, action }) : value]
  })
  return Object.fromEntries(entries)
}

interface DatePlace {
  /** The name of the field. */
  readonly name: string
  /** The action in error messages: `create meetings`. */
  readonly action: string
}

function resolveDate(
  origin: DateOrigin,
  { spec: { format, items, shape } }: Field,
  value: unknown,
  place: DatePlace,
): unknown {
  if (format === 'date' || format === 'timestamp') return toDateText(origin, format, value, place)
  if (items && Array.isArray(value))
    return value.map((each) => resolveDate(origin, items, each, place))
  const isValues = shape && isObject(value) && !('asymmetricMatch' in value)
  return isValues ? resolveDates(origin, shape, value, place.action) : value
}

function toDateText(
  origin: DateOrigin,
  format: FieldFormat,
  value: unknown,
  place: DatePlace,
): unknown {
  const relative = relativeMs(originMs(origin, format), value)
  if (relative !== undefined && origin.history) withRelativeDates.add(origin.history)
  const ms = value instanceof Date ? value.getTime() : relative
  if (ms === undefined) return isMoment(value) ? momentText(origin, format, value) : value
  if (parseTimestampMs(new Date(ms)) === undefined) throw badDate(value, place)
  const text = new Date(ms).toISOString()
  if (format !== 'date') return text
  return relative === undefined ? dayIn(origin, text) : text.slice(0, 10)
}

/** The text of a moment in any form, such as with an offset. JSON from another process has the text of a `Date`. */
const momentText = (origin: DateOrigin, format: FieldFormat, moment: string): string =>
  format === 'date' ? dayIn(origin, moment) : new Date(moment).toISOString()

const dayIn = (origin: DateOrigin, moment: string): string =>
  tenantDay(moment, (timestamp) => origin.dayOf(timestamp))

/** Whether a value is the text of a day and a time with a zone. */
const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('T') && parseTimestampMs(value) !== undefined

const originMs = ({ now, today }: DateOrigin, format: FieldFormat): number =>
  Date.parse(format === 'date' ? `${today}T00:00:00.000Z` : now)

/** Whether a text can be the value of a field of this format. */
export const isDateText = (format: FieldFormat, text: string): boolean =>
  isMoment(text) || (format === 'date' && isCalendarDay(text))

/** Adds a relative date such as `+30d` or `-2w`. Returns NaN for an invalid one, undefined for other values. */
function relativeMs(fromMs: number, text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^[+-]/.test(text)) return undefined
  const durationMs = parseDuration(text.slice(1)) ?? Number.NaN
  return text.startsWith('-') ? fromMs - durationMs : fromMs + durationMs
}

const badDate = (value: unknown, { name, action }: DatePlace): EmulatorError =>
  new EmulatorError('bad_date', {
    action,
    reason: `${name} is not a valid date: ${value instanceof Date ? 'an invalid Date' : quoteValue(value)}`,
    advice: 'Give a text such as "2026-03-01", a Date, or a relative date such as "+30d" or "-2w".',
  })
