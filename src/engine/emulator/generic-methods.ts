/**
 * The methods with type parameters. A mapped type would lose them, so they are declared once for both modes: for an
 * emulator in this process, and for one in another process, where each result is a promise.
 */
import type { JournalEntryOf, JournalKind } from '../journal/entry-types.ts'
import type { JournalFilter } from '../kit/journal/journal-filter.ts'
import type { EventName, Records, Rows } from '../service-types.ts'
import type { WorkOptions } from './methods/work.ts'
import type { RecordFilter } from './methods/record-queries.ts'
import type {
  GivenValues,
  PublishableResource,
  RecordRef,
  ResourceName,
  TupleOf,
} from './record-types.ts'
import type { DeliveredEvent, DeliveryMatch } from './reports/calls-and-deliveries.ts'
import type { EntryOfEvent } from './reports/journal-reports.ts'

/** Where an emulator runs: in this process or in another one. */
type Mode = 'local' | 'remote'

/** What a method returns: the value, or a promise of it if the emulator runs in another process. */
type Answer<M extends Mode, T> = M extends 'remote' ? Promise<T> : T

/** The methods of an emulator with type parameters. */
export interface GenericMethods<M extends Mode> {
  /**
   * Creates a record and the records that it requires, without emitting events. Fields without a value
   * are generated from the seed; a status implies matching dates. A value that is undefined is not given, and a
   * reference that is undefined is refused. Creates at most 100,000 records, and at most 500 in another process.
   *
   * @throws EmulatorError when a field is unknown, or a value breaks a rule
   * @example
   * const [mia, double] = emulator.given('users', 2)
   * const enrollment = emulator.given('enrollments', { student_id: mia, status: 'active' })
   */
  given<N extends ResourceName, const C extends number>(
    resource: N,
    count: C,
    values: GivenValues<N> | undefined,
  ): Answer<M, TupleOf<Records[N], C>>
  // Note: one signature for a count and for values, so that an error tells of the values only. `C` is its
  // constraint unless a number is given.
  given<N extends ResourceName, const C extends number | undefined = undefined>(
    resource: N,
    values?: C | GivenValues<N>,
  ): Answer<M, undefined extends C ? Records[N] : TupleOf<Records[N], Exclude<C, undefined>>>
  /**
   * Returns the record as the service serializes it, or undefined. It needs no token, and the call does not
   * appear in the journal.
   */
  row<N extends ResourceName>(resource: N, id: Rows[N]['id']): Answer<M, Records[N] | undefined>
  /**
   * Returns the records whose stored fields have these values, or that a function or a query selects, ordered
   * by id. A date is a text, a `Date` or a relative date such as `-2w`. Default: all.
   *
   * @throws EmulatorError for an unknown resource, an unknown or computed field, a value outside an
   *   enumeration, or a date that no calendar has
   * @example
   * emulator.rows('enrollments', { student_id: mia })
   * emulator.rows('enrollments', ({ status }) => status !== 'canceled')
   * emulator.rows('enrollments', new Query<Enrollment>(({ status }) => status !== 'canceled'))
   */
  rows<N extends ResourceName>(resource: N, where?: RecordFilter<N>): Answer<M, Records[N][]>
  /**
   * Returns the successful deliveries of an event, oldest first.
   *
   * @throws EmulatorError for an unknown event, an unknown key, and a URL that no webhook has
   * @example
   * emulator.delivered('user.merged', { to: 'https://app.test/hooks' })
   */
  delivered<E extends EventName>(event: E, expected?: DeliveryMatch): Answer<M, DeliveredEvent<E>[]>
  /**
   * Returns the journal entries, oldest first: requests, changes, events, attempts, moves of the clock. A filter
   * selects some of them. With a `kind` in the filter, the entries have the type of that kind. With an `event`, the entries of events and deliveries name that event.
   *
   * @throws EmulatorError for an unknown name; the message contains the nearest known name
   * @example
   * emulator.journal({ kind: 'request', operation: 'get_users', since: '2026-01-05T09:05:00Z' })
   */
  journal<K extends JournalKind = JournalKind, E extends EventName = EventName>(
    filter?: JournalFilter<K, E>,
  ): Answer<M, readonly EntryOfEvent<JournalEntryOf<K>, E>[]>
  /**
   * Runs work and advances the clock, task by task, until the work settles: through waits for
   * `Retry-After`, backoff with shared timers, `sleep` and deliveries. Returns the result of the work,
   * or rejects with its error.
   *
   * @param work a function, or a promise of work that has started
   * @throws EmulatorError if the work does not settle within the limit, if nothing is due that the work
   * could wait for, or if the signal aborts. The message names the pending tasks.
   * @example
   * await emulator.run(() => syncCourses(emulator.baseUrl))
   */
  run<T>(work: Promise<T> | (() => T | Promise<T>), options?: WorkOptions): Promise<T>
}

/** The acts for the records of every resource. */
export interface GenericRecordActs<M extends Mode> {
  /**
   * Creates a record and the records that it requires, as `given` does, and emits their events.
   *
   * @throws EmulatorError when a field is unknown, or a value breaks a rule
   * @example
   * emulator.act.create('meetings', { planned_course_id: planned.id })
   */
  create<N extends ResourceName>(resource: N, values?: GivenValues<N>): Answer<M, Records[N]>
  /**
   * Updates stored fields of a record and emits the event. A changed status has no further effects:
   * only the act `cancelPlannedCourse` also cancels the enrollments. A value that is undefined is not given.
   *
   * @throws EmulatorError when the record or a field is unknown, a value breaks a rule, or all values are undefined
   * @example
   * emulator.act.update('educators', 1, { phone: '+31207654321' })
   */
  update<N extends ResourceName>(
    resource: N,
    id: RecordRef<N>,
    values: GivenValues<N>,
  ): Answer<M, Records[N]>
  /**
   * Deletes a record and its parts, and clears references to it, as a DELETE request does.
   *
   * @throws EmulatorError when another record requires it; the message counts those records
   * @example
   * emulator.act.remove('meetings', meeting)
   */
  remove<N extends ResourceName>(resource: N, id: RecordRef<N>): Answer<M, void>
  /**
   * Publishes a record, as an update over the API does.
   *
   * @example
   * emulator.act.publish('courses', course)
   */
  publish<N extends PublishableResource>(resource: N, id: RecordRef<N>): Answer<M, Records[N]>
  /** Unpublishes a record. */
  unpublish<N extends PublishableResource>(resource: N, id: RecordRef<N>): Answer<M, Records[N]>
}
