/** Brings journals, rows and answers into a form that a change of names or prose does not touch. */
import type { JournalEntry } from 'course-admin-emulator'
import { renamedWords } from './renamed-words.ts'

/** Prose in journal entries; its wording may change. */
const proseKeys = new Set(['because', 'error', 'says'])

/** One line of canonical JSON: keys sorted, renamed words replaced by the recorded ones. */
export function canonicalLine(value: unknown): string {
  const key = JSON.stringify(value)
  const line = lines.get(key) ?? canonicalText(JSON.parse(key))
  lines.set(key, line)
  return line
}

/** Most rows are the same in every session. */
const lines = new Map<string, string>()

function canonicalText(value: unknown): string {
  const text = JSON.stringify(recorded(value))
  return renamedWords.texts.reduce((line, [now, before]) => line.replaceAll(now, before), text)
}

/** A journal entry without its prose. */
export function canonicalEntry(entry: JournalEntry): object {
  const { kind, behaviours, errors, ...details } = entry as EntryDetails
  const kept = Object.entries(details)
    .map(([key, value]) => [recordedEntryKey(key), value] as const)
    .filter(([key]) => !proseKeys.has(key))
  return {
    ...Object.fromEntries(kept),
    kind: recordedKind(kind),
    ...(errors && { errors: Object.keys(errors).sort() }),
    ...(behaviours && { behaviours: [...behaviours].sort() }),
  }
}

interface EntryDetails {
  readonly kind: string
  readonly behaviours?: readonly string[]
  /** What the service refuses, by field; the sentences may change. */
  readonly errors?: object
}

export const recordedKind = (kind: string): string => renamedWords.kinds[kind] ?? kind

/** An error by its name and its stable code; its message may change. */
export function canonicalError(error: unknown): object {
  const { name, code } = error as { name?: string; code?: string }
  return { error: name, code: renamedWords.codes[code ?? ''] ?? code }
}

const headerNames = ['content-type', 'location', 'link', 'retry-after', 'x-emulator-fault']

export async function canonicalResponse(response: Response): Promise<object> {
  const { status, headers } = response
  const kept = [...headers].filter(
    ([name]) => headerNames.includes(name) || name.startsWith('x-') || name.includes('ratelimit'),
  )
  const text = await response.text()
  return { status, headers: Object.fromEntries(kept), body: canonicalBody(status, text) }
}

/** The body; of an error its code and the fields that it names, without the sentences. */
function canonicalBody(status: number, text: string): unknown {
  let body: unknown
  try {
    body = text === '' ? '' : JSON.parse(text)
  } catch {
    return status < 400 ? text : 'cut'
  }
  if (status < 400 || typeof body !== 'object' || body === null) return body
  const { message: _, errors, ...others } = body as { message?: unknown; errors?: object }
  return { ...others, errors: Object.keys(errors ?? {}).sort() }
}

function recorded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(recorded)
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(withoutProse(value)).map(
    ([key, inner]) => [recordedKey(key), recorded(inner)] as const,
  )
  return Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The text of an attempt that got no answer is prose of the emulator. */
function withoutProse(value: object): object {
  const { response, ...others } = value as Readonly<Record<string, unknown>>
  const isAnswered = Boolean(others['status'] ?? others['status_code'])
  return response === undefined || isAnswered ? value : others
}

const recordedEntryKey = (key: string): string =>
  Object.hasOwn(renamedWords.entryKeys, key)
    ? (renamedWords.entryKeys[key] as string)
    : recordedKey(key)

const recordedKey = (key: string): string =>
  Object.hasOwn(renamedWords.keys, key) ? (renamedWords.keys[key] as string) : key
