/** Formats the parts of sentences that several kinds of journal entries use. */
import { stringifyDuration } from '../clock/duration.ts'
import type { SentenceContext } from './entry-kind.ts'

/** The maximum number of characters of a body, a list or a group of values. */
const charactersMax = 90

/** The text, or its beginning with an ellipsis. */
export const truncate = (text: string): string =>
  text.length > charactersMax ? `${text.slice(0, charactersMax)}...` : text

/** `: the reason`, or an empty text. */
export const reasonSuffix = (reason: string | undefined): string =>
  reason === undefined ? '' : `: ${reason}`

/** `: one, other`, or an empty text for an empty list. */
export const listSuffix = (names: readonly string[]): string =>
  names.length > 0 ? `: ${truncate(names.join(', '))}` : ''

/** `: name value, name value`, or an empty text if no value is defined. */
export function pairsSuffix(values: object): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined)
  const text = pairs.map(([name, value]) => `${name} ${formatPlain(value)}`).join(', ')
  return text && `: ${truncate(text)}`
}

const formatPlain = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** The URL of a webhook, or its id after its deletion. */
export const webhookText = (webhook: string, { urlOf }: SentenceContext): string =>
  urlOf(webhook) ?? webhook

/** An ISO 8601 time as `2026-01-05 09:00:00`. */
export const formatIsoTime = (iso: string): string => formatUtcTime(Date.parse(iso))

/** A time in milliseconds since 1970 as `2026-01-05 09:00:00`. */
export const formatUtcTime = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** A duration in milliseconds as `1 s 39 ms`. */
export const spacedDuration = (ms: number): string =>
  stringifyDuration(ms).replaceAll(/(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/g, ' ')
