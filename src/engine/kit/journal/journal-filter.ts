/** Filters journal entries by kind, subject, time and cause. */
import type { EntrySubject, JournalEntryBase } from '../../journal/entry-kind.ts'
import { entryKindNames, entryKindOf } from '../../journal/kind-table.ts'
import type { JournalKind } from '../../journal/entry-types.ts'
import type { EventName } from '../../service-types.ts'
import { quoteValue, wholeNumberCheck } from '../../errors/argument-checks.ts'
import { option, type OptionsOf, readOptions } from '../../errors/options.ts'
import { EmulatorError, unknownNameError } from '../../errors/errors.ts'
import { parseTimestampMs } from '../../clock/timestamps.ts'

type OneOrMore<T> = T | readonly T[]

const entryNumberCheck = wholeNumberCheck(0)

/** The conditions of a filter. */
const filterOptions = {
  kind: option<OneOrMore<JournalKind>>(),
  /** A resource, and what requests to it caused: `users`. */
  resource: option<string | readonly string[]>(),
  /** The id of an operation, and what its requests caused: `cancel_enrollment_by_id`. */
  operation: option<string | readonly string[]>(),
  event: option<OneOrMore<EventName>>(),
  /** The id of a webhook. */
  webhook: option<string | readonly string[]>(),
  /** The earliest time, inclusive. */
  since: option<string | Date>(),
  /** The latest time, inclusive. */
  until: option<string | Date>(),
  /** The number of an entry: matches the entry and everything that it caused. */
  cause: option<number>(entryNumberCheck),
  /** Matches entries with a higher number, for example those since the last read. */
  after: option<number>(entryNumberCheck),
}

/** Conditions on journal entries. An entry must meet all of them; a list is met by any of its values. */
export interface JournalFilter<
  K extends JournalKind = JournalKind,
  E extends EventName = EventName,
> extends OptionsOf<typeof filterOptions> {
  /** The kind: `request`, `change`, `attempt`, … */
  readonly kind?: K | readonly K[] | undefined
  /** An event, with its delivery attempts and their outcomes: `user.merged`. */
  readonly event?: E | readonly E[] | undefined
}

/** The names that a filter may contain. */
export interface JournalNames {
  readonly resources: readonly string[]
  readonly operations: ReadonlyMap<string, { readonly resource: { readonly name: string } }>
  readonly events: readonly string[]
}

/** The conditions by name, as query parameters of the control plane. */
export const filterKeys: readonly string[] = Object.keys(filterOptions)

/** @throws EmulatorError for an unknown name or an invalid date */
export function filterJournal<E extends JournalEntryBase>(
  entries: readonly E[],
  filter: JournalFilter,
  known: JournalNames,
): E[] {
  assertJournalNames(filter, known)
  const [since, until] = [toTimestamp('since', filter.since), toTimestamp('until', filter.until)]
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]))

  /** Yields the entry and then its causes, as far back as the journal reaches. */
  function* causesOf(entry: E): Generator<E> {
    for (let each: E | undefined = entry; each; each = byNumber.get(each.cause ?? 0)) yield each
  }

  /** Yields the entry and its causes up to the entry that starts their chain. */
  function* chainOf(entry: E): Generator<E> {
    for (const each of causesOf(entry)) {
      yield each
      if (entryKindOf(each).startsChain) return
    }
  }

  const subjectOf = (entry: E): EntrySubject => entryKindOf(entry).subject(entry)
  const resourceOf = (entry: E): string | undefined => {
    const { table, operation = '' } = subjectOf(entry)
    return table ?? known.operations.get(operation)?.resource.name
  }
  const conditions: ((entry: E) => boolean)[] = [
    isOneOf(filter.kind, ({ kind }) => kind),
    matchesAny(chainOf, isOneOf(filter.resource, resourceOf)),
    matchesAny(
      chainOf,
      isOneOf(filter.operation, (entry) => subjectOf(entry).operation),
    ),
    matchesAny(
      chainOf,
      isOneOf(filter.event, (entry) => subjectOf(entry).event),
    ),
    matchesAny(
      chainOf,
      isOneOf(filter.webhook, (entry) => subjectOf(entry).webhook),
    ),
    matchesAny(
      causesOf,
      isOneOf(filter.cause, ({ number }) => number),
    ),
    ({ number }) => number > (filter.after ?? 0),
    ({ at }) => (since === undefined || at >= since) && (until === undefined || at <= until),
  ]

  function matchesAny(
    chain: (entry: E) => Iterable<E>,
    test: (entry: E) => boolean,
  ): (entry: E) => boolean {
    return test === matchAll ? matchAll : (entry) => [...chain(entry)].some(test)
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
    kind: entryKindNames,
    resource: known.resources,
    operation: [...known.operations.keys()],
    event: known.events,
  }
  readOptions(filterOptions, filter, {
    action: 'filter the journal',
    code: 'bad_filter',
    kind: 'filter',
    subject: 'the filter is',
    example: '{ kind: "request" }',
  })
  for (const [key, values] of Object.entries(names)) {
    for (const name of [filter[key as keyof typeof names] ?? []].flat()) {
      if (!values.includes(name as string))
        throw unknownNameError(key, name, values, 'filter the journal')
    }
  }
}

function toTimestamp(name: string, value: string | Date | undefined): string | undefined {
  if (value === undefined) return undefined
  const ms = parseTimestampMs(value)
  if (ms !== undefined) return new Date(ms).toISOString()
  throw new EmulatorError('bad_time', {
    action: 'filter the journal',
    reason: `\`${name}\` is not a valid date: ${quoteValue(value)}`,
    advice: 'Write it like "2026-01-05T09:00:00.000Z".',
  })
}
