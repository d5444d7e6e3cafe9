/** Picks entries of the journal: by what they are, what they speak of, when they were and what led to them. */
import { EmulatorError, unknownNameError } from '../../machine/errors.ts'
import { type JournalKind, journalKinds } from './journal-kinds.ts'

type OneOrMore<T> = T | readonly T[]

/** Which entries of the journal are wanted. All that is said must hold; of a list, one. */
export interface JournalFilter {
  /** What it is: `request`, `change`, `attempt`, … */
  readonly kind?: JournalKind | readonly JournalKind[]
  /** A resource, with what followed from calls to it: `users`. */
  readonly resource?: string | readonly string[]
  /** An operation by its id, with what followed: `cancel_enrollment_by_id`. */
  readonly operation?: string | readonly string[]
  /** An event, with the attempts to deliver it and what came of them: `user.merged`. */
  readonly event?: string | readonly string[]
  /** A webhook by its id. */
  readonly webhook?: string | readonly string[]
  /** From this moment on. */
  readonly since?: string | Date
  /** Up to and including this moment. */
  readonly until?: string | Date
  /** The entry with this number, and all that followed from it. */
  readonly cause?: number
  /** Entries with a higher number than this: what is new since the last look. */
  readonly after?: number
}

/** An entry as the filter needs to see it. */
export interface JournalEntryLike {
  readonly number: number
  /** ISO 8601. */
  readonly at: string
  readonly kind: string
  readonly cause?: number
  readonly [detail: string]: unknown
}

/** The names that there are. */
export interface JournalNames {
  readonly resources: readonly string[]
  readonly operations: ReadonlyMap<string, { readonly resource: { readonly name: string } }>
  readonly events: readonly string[]
}

export const filterKeys = [
  'kind',
  'resource',
  'operation',
  'event',
  'webhook',
  'since',
  'until',
  'cause',
  'after',
] as const satisfies readonly (keyof JournalFilter)[]

/** @throws EmulatorError for a name that is not known, or a moment that is none */
export function filterJournal<E extends JournalEntryLike>(
  entries: readonly E[],
  filter: JournalFilter,
  known: JournalNames,
): E[] {
  assertJournalNames(filter, known)
  const [since, until] = [toTimestamp('since', filter.since), toTimestamp('until', filter.until)]
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]))

  /** The entry itself, then what led to it, as far back as the journal goes. */
  function* causesOf(entry: E): Generator<E> {
    for (let each: E | undefined = entry; each; each = byNumber.get(each.cause ?? 0)) yield each
  }

  const resourceOf = ({ table, operation }: E): unknown =>
    table ?? known.operations.get(operation as string)?.resource.name
  const conditions: ((entry: E) => boolean)[] = [
    isOneOf(filter.kind, ({ kind }) => kind),
    matchesAnyCause(isOneOf(filter.resource, resourceOf)),
    matchesAnyCause(isOneOf(filter.operation, ({ operation }) => operation)),
    matchesAnyCause(isOneOf(filter.event, ({ event }) => event)),
    matchesAnyCause(isOneOf(filter.webhook, ({ webhook }) => webhook)),
    matchesAnyCause(isOneOf(filter.cause, ({ number }) => number)),
    ({ number }) => number > (filter.after ?? 0),
    ({ at }) => (since === undefined || at >= since) && (until === undefined || at <= until),
  ]

  function matchesAnyCause(test: (entry: E) => boolean): (entry: E) => boolean {
    return test === matchAll ? matchAll : (entry) => [...causesOf(entry)].some(test)
  }

  return entries.filter((entry) => conditions.every((test) => test(entry)))
}

const matchAll = (): boolean => true

function isOneOf<E, T>(
  expected: OneOrMore<T> | undefined,
  valueOf: (entry: E) => unknown,
): (entry: E) => boolean {
  if (expected === undefined) return matchAll
  const values = new Set<unknown>(Array.isArray(expected) ? expected : [expected])
  return (entry) => values.has(valueOf(entry))
}

function assertJournalNames(filter: JournalFilter, known: JournalNames): void {
  const names = {
    kind: Object.keys(journalKinds),
    resource: known.resources,
    operation: [...known.operations.keys()],
    event: known.events,
  }
  for (const key of Object.keys(filter)) {
    if (!filterKeys.includes(key as never)) {
      throw unknownNameError('filter', key, filterKeys, 'filter the journal')
    }
  }
  for (const [key, values] of Object.entries(names)) {
    for (const name of [filter[key as keyof typeof names] ?? []].flat()) {
      if (!values.includes(name)) throw unknownNameError(key, name, values, 'filter the journal')
    }
  }
}

function toTimestamp(name: string, value: string | Date | undefined): string | undefined {
  if (value === undefined) return undefined
  const ms = typeof value === 'string' ? Date.parse(value) : value.getTime()
  if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  throw new EmulatorError('bad_moment', {
    action: 'filter the journal',
    reason: `"${String(value)}" in ${name} is no moment`,
    advice: 'Write it like "2026-01-05T09:00:00.000Z".',
  })
}
