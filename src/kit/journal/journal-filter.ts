/** Picks entries of the journal: by what they are, what they speak of, when they were and what led to them. */
import { EmulatorError, unknownName } from '../../machine/errors.ts'
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
export interface FilteredEntry {
  readonly number: number
  /** ISO 8601. */
  readonly at: string
  readonly kind: string
  readonly cause?: number
  readonly [detail: string]: unknown
}

/** The names that there are. */
export interface KnownNames {
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
export function filtered<E extends FilteredEntry>(
  entries: readonly E[],
  filter: JournalFilter,
  known: KnownNames,
): E[] {
  insistOnNames(filter, known)
  const [since, until] = [momentOf('since', filter.since), momentOf('until', filter.until)]
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]))

  /** The entry itself, then what led to it, as far back as the journal goes. */
  function* lineage(entry: E): Generator<E> {
    for (let each: E | undefined = entry; each; each = byNumber.get(each.cause ?? 0)) yield each
  }

  const resourceOf = ({ table, operation }: E): unknown =>
    table ?? known.operations.get(operation as string)?.resource.name
  const tests: ((entry: E) => boolean)[] = [
    among(filter.kind, ({ kind }) => kind),
    inLine(among(filter.resource, resourceOf)),
    inLine(among(filter.operation, ({ operation }) => operation)),
    inLine(among(filter.event, ({ event }) => event)),
    inLine(among(filter.webhook, ({ webhook }) => webhook)),
    inLine(among(filter.cause, ({ number }) => number)),
    ({ number }) => number > (filter.after ?? 0),
    ({ at }) => (since === undefined || at >= since) && (until === undefined || at <= until),
  ]

  function inLine(test: (entry: E) => boolean): (entry: E) => boolean {
    return test === always ? always : (entry) => [...lineage(entry)].some(test)
  }

  return entries.filter((entry) => tests.every((test) => test(entry)))
}

const always = (): boolean => true

function among<E, T>(
  wanted: OneOrMore<T> | undefined,
  of: (entry: E) => unknown,
): (entry: E) => boolean {
  if (wanted === undefined) return always
  const values = new Set<unknown>(Array.isArray(wanted) ? wanted : [wanted])
  return (entry) => values.has(of(entry))
}

function insistOnNames(filter: JournalFilter, known: KnownNames): void {
  const names = {
    kind: Object.keys(journalKinds),
    resource: known.resources,
    operation: [...known.operations.keys()],
    event: known.events,
  }
  for (const key of Object.keys(filter)) {
    if (!filterKeys.includes(key as never)) {
      throw unknownName('filter', key, filterKeys, 'filter the journal')
    }
  }
  for (const [key, values] of Object.entries(names)) {
    for (const name of [filter[key as keyof typeof names] ?? []].flat()) {
      if (!values.includes(name)) throw unknownName(key, name, values, 'filter the journal')
    }
  }
}

function momentOf(name: string, moment: string | Date | undefined): string | undefined {
  if (moment === undefined) return undefined
  const ms = typeof moment === 'string' ? Date.parse(moment) : moment.getTime()
  if (!Number.isNaN(ms)) return new Date(ms).toISOString()
  throw new EmulatorError('bad_moment', {
    could: 'filter the journal',
    because: `"${String(moment)}" in ${name} is no moment`,
    advice: 'Write it like "2026-01-05T09:00:00.000Z".',
  })
}
