/** Incorrect integrations: each is the example integration with one defect, and a schedule that shows it. */
import type { DeviationKind } from '../../../src/explore.ts'
import type { Connect } from '../../../src/conformance/scenario/integration.ts'
import type { Scenario } from '../../../src/engine/emulator/scenario.ts'
import { acknowledgesBeforeItStores } from '../../examples/lms/broken/acknowledges-before-it-stores.ts'
import { appliesStaleReads } from '../../examples/lms/broken/applies-stale-reads.ts'
import { checksForFinishedJobsOnly } from '../../examples/lms/broken/checks-for-finished-jobs-only.ts'
import { createsWithoutALookup } from '../../examples/lms/broken/creates-without-a-lookup.ts'
import { deduplicatesInMemory } from '../../examples/lms/broken/deduplicates-in-memory.ts'
import { deletesAfterAnIncompleteWalk } from '../../examples/lms/broken/deletes-after-an-incomplete-walk.ts'
import { dropsEventsDuringAResync } from '../../examples/lms/broken/drops-events-during-a-resync.ts'
import { finishesBeforeTheWork } from '../../examples/lms/broken/finishes-before-the-work.ts'
import { forgetsIdsAfterAMinute } from '../../examples/lms/broken/forgets-ids-after-a-minute.ts'
import { givesUpAfterANetworkError } from '../../examples/lms/broken/gives-up-after-a-network-error.ts'
import { givesUpSilently } from '../../examples/lms/broken/gives-up-silently.ts'
import { handlesInParallel } from '../../examples/lms/broken/handles-in-parallel.ts'
import { handlesRedeliveriesTwice } from '../../examples/lms/broken/handles-redeliveries-twice.ts'
import { ignoresARefusedWrite } from '../../examples/lms/broken/ignores-a-refused-write.ts'
import { ignoresMergeEvents } from '../../examples/lms/broken/ignores-merge-events.ts'
import { ignoresRetryAfter } from '../../examples/lms/broken/ignores-retry-after.ts'
import { ignoresCancellations } from '../../examples/lms/broken/ignores.ts'
import { keepsACacheAcrossAMerge } from '../../examples/lms/broken/keeps-a-cache-across-a-merge.ts'
import { keepsPrincipalIdsInMemory } from '../../examples/lms/broken/keeps-principal-ids-in-memory.ts'
import { lateMapping } from '../../examples/lms/broken/late-mapping.ts'
import { losesTheQueue } from '../../examples/lms/broken/loses-the-queue.ts'
import { matchesByEmailOnly } from '../../examples/lms/broken/matches-by-email-only.ts'
import { neverResyncs } from '../../examples/lms/broken/never-resyncs.ts'
import { repeatsWorkAfterACrash } from '../../examples/lms/broken/repeats-work-after-a-crash.ts'
import { replacesWaitingEvents } from '../../examples/lms/broken/replaces-waiting-events.ts'
import { resumesAJobOnce } from '../../examples/lms/broken/resumes-a-job-once.ts'
import { retriesWithoutADelay } from '../../examples/lms/broken/retries-without-a-delay.ts'
import { retriesWithoutEnd } from '../../examples/lms/broken/retries-without-end.ts'
import { sendsBeforeTheWork } from '../../examples/lms/broken/sends-before-the-work.ts'
import { skipsOlderRecords } from '../../examples/lms/broken/skips-older-records.ts'
import { takesATruncatedListForEmpty } from '../../examples/lms/broken/takes-a-truncated-list-for-empty.ts'
import { takesAnEmptyPageForAnEmptyList } from '../../examples/lms/broken/takes-an-empty-page-for-an-empty-list.ts'
import { takesRefusedForGone } from '../../examples/lms/broken/takes-refused-for-gone.ts'
import { takesServerErrorsForGone } from '../../examples/lms/broken/takes-server-errors-for-gone.ts'
import { trustsThePayload } from '../../examples/lms/broken/trusts-the-payload.ts'
import { walksByPageNumber } from '../../examples/lms/broken/walks-by-page-number.ts'
import { createMiddleware } from '../../examples/lms/middleware/middleware.ts'
import { createDebounced } from '../../examples/lms/variants/debounce.ts'
import { createMail } from '../../examples/lms/variants/mail.ts'
import { createCommenting } from '../../examples/lms/variants/order-comments.ts'
import { createWelcoming } from '../../examples/lms/variants/welcome.ts'
import { exampleConnect, type MiddlewareFactory } from './example-connect.ts'
import * as small from './small-scenarios.ts'

/** An incorrect integration and what an exploration must find. */
export interface IncorrectIntegration {
  readonly name: string
  readonly create: MiddlewareFactory
  /** The integration without the defect. */
  readonly correct: MiddlewareFactory
  readonly scenario: Scenario
  /** The kind of deviations that shows the defect. */
  readonly kind: DeviationKind
  /** The largest number of deviations to explore. Default: 1. */
  readonly depth?: number
  /** The number of deviations in the shortest failing schedule. */
  readonly minimum: number
  /**
   * The budget of schedules. Default: that of `explore`. Three integrations call without end: each of
   * their schedules that hangs takes 5,000 calls, half a second. 1,000 pairs of crashes take 16 s.
   */
  readonly runs?: number
  /** The page size of every list. Default: that of the service. */
  readonly pageSize?: number
  /** The shortest failing schedule; "plain" if the baseline run fails. */
  readonly replay: string
}

const row = <G>(
  create: MiddlewareFactory,
  scenario: Scenario<unknown, G>,
  kind: DeviationKind,
  replay: string,
  rest: Partial<IncorrectIntegration> = {},
): IncorrectIntegration => ({
  name: create.name,
  create,
  correct: createMiddleware,
  scenario: scenario as unknown as Scenario,
  kind,
  minimum: 1,
  replay,
  ...rest,
})

const welcoming = { correct: createWelcoming }

export const incorrectIntegrations: readonly IncorrectIntegration[] = [
  row(
    handlesRedeliveriesTwice,
    small.enrollment,
    'deliveries',
    'unconfirmed at enrollment.created id=1 #1',
    welcoming,
  ),
  row(
    forgetsIdsAfterAMinute,
    small.enrollment,
    'deliveries',
    'unconfirmed at enrollment.created id=1 #1',
    welcoming,
  ),
  row(
    checksForFinishedJobsOnly,
    small.enrollment,
    'deliveries',
    'twice at enrollment.created id=1 #1',
    welcoming,
  ),
  row(trustsThePayload, small.cancellation, 'deliveries', 'late at enrollment.created id=2 #1'),
  row(skipsOlderRecords, small.twoEnrollments, 'deliveries', 'late at enrollment.created id=1 #1'),
  row(
    keepsACacheAcrossAMerge,
    small.twoUsersOfOnePerson,
    'deliveries',
    'late at enrollment.created id=2 #1',
  ),
  row(neverResyncs, small.twoSteps, 'deliveries', 'undelivered at enrollment.created id=1 #1'),
  row(
    appliesStaleReads,
    small.newName,
    'requests',
    'truncated at GET /enrollments?per_page=100&student_id=2&with_canceled=false #1',
  ),
  row(handlesInParallel, small.newNames, 'requests', 'slow at GET /users/2 #1'),
  row(
    dropsEventsDuringAResync,
    small.enrollmentDuringResync,
    'requests',
    'slow at GET /enrollments?per_page=100&planned_course_id=1&with_canceled=false #1',
  ),
  row(
    deletesAfterAnIncompleteWalk,
    small.courseWithTwoStudents,
    'requests',
    '500 at GET /enrollments?cursor=eyJpZCI6MX0%3D&per_page=1&planned_course_id=1&with_canceled=false #1',
    { pageSize: 1 },
  ),
  row(
    takesATruncatedListForEmpty,
    small.enrollment,
    'requests',
    'truncated at GET /enrollments?per_page=100&student_id=2&with_canceled=false #1',
  ),
  row(createsWithoutALookup, small.order, 'requests', 'unanswered at POST /comments ~43a94e #1', {
    correct: createCommenting,
  }),
  row(sendsBeforeTheWork, small.enrollment, 'requests', 'truncated at GET /enrollments/1 #1', {
    ...welcoming,
  }),
  row(givesUpSilently, small.enrollment, 'requests', 'truncated at GET /enrollments/1 #1'),
  row(
    givesUpAfterANetworkError,
    small.enrollment,
    'requests',
    'truncated at GET /enrollments/1 #1',
  ),
  row(takesServerErrorsForGone, small.enrollment, 'requests', '500-for-30m at GET /users/2 #1'),
  row(ignoresRetryAfter, small.enrollment, 'requests', '429-for-30m at GET /planned_courses/1 #1', {
    runs: 18,
  }),
  row(
    retriesWithoutADelay,
    small.enrollment,
    'requests',
    '500-for-30m at GET /planned_courses/1 #1',
    { runs: 10 },
  ),
  row(
    lateMapping,
    small.mergeOfUnknownUser,
    'requests',
    'slow at GET /enrollments?per_page=100&student_id=4&with_canceled=false #1',
  ),
  row(
    acknowledgesBeforeItStores,
    small.twoEnrollments,
    'crashes',
    'crash-after-answer at answer to enrollment.created id=1 #1',
    welcoming,
  ),
  row(deduplicatesInMemory, small.enrollment, 'crashes', 'crash-after-write at set mail #1', {
    ...welcoming,
  }),
  row(repeatsWorkAfterACrash, small.enrollment, 'crashes', 'crash-after-write at set mail #1', {
    ...welcoming,
  }),
  row(
    losesTheQueue,
    small.enrollment,
    'crashes',
    'crash-after-answer at answer to enrollment.created id=1 #1',
    welcoming,
  ),
  row(
    finishesBeforeTheWork,
    small.enrollment,
    'crashes',
    'crash-after-write at set job%2000000001-6a0f-437e-a824-6f92e76f44e2 #1',
    welcoming,
  ),
  row(
    resumesAJobOnce,
    small.enrollment,
    'crashes',
    'crash-before at GET /users/2 #1; crash-before at GET /users/2 #2',
    { ...welcoming, depth: 2, minimum: 2, runs: 48 },
  ),
  row(
    keepsPrincipalIdsInMemory,
    small.twoUsersOfOnePerson,
    'crashes',
    'crash-after-write at set job%2000000002-483e-464b-aee8-15b9756623ab #2',
  ),
  row(takesRefusedForGone, small.enrollment, 'rights', 'revoked at GET /users/2 #1'),
  row(retriesWithoutEnd, small.enrollment, 'rights', 'revoked at GET /planned_courses/1 #1', {
    runs: 1,
  }),
  row(
    ignoresARefusedWrite,
    small.firstPrincipalId,
    'rights',
    'revoked at POST /users/2/external_identity ~bb5a1b #1',
  ),
  row(
    walksByPageNumber,
    small.courseWithTwoStudents,
    'drift',
    'delete-read at after 1 of GET /enrollments?per_page=1&planned_course_id=1&with_canceled=false #1',
    { pageSize: 1 },
  ),
  row(
    takesAnEmptyPageForAnEmptyList,
    small.courseWithTwoStudents,
    'drift',
    'delete-unread at after 1 of GET /enrollments?per_page=1&planned_course_id=1&with_canceled=false #1',
    { pageSize: 1 },
  ),
  row(replacesWaitingEvents, small.twoSteps, 'steps', 'early at step 1', {
    correct: createDebounced,
  }),
  row(ignoresMergeEvents, small.twoUsersOfOnePerson, 'deliveries', 'baseline', { minimum: 0 }),
  row(ignoresCancellations, small.cancellation, 'deliveries', 'baseline', {
    name: 'ignoresCancellations',
    minimum: 0,
  }),
  row(matchesByEmailOnly, small.newEmail, 'deliveries', 'baseline', { minimum: 0 }),
]

/** Connects an integration of the table. The sent messages are a part of its state. */
export const connectFor =
  (create: MiddlewareFactory, { pageSize }: IncorrectIntegration): Connect =>
  async (connection) => {
    const fetch: typeof connection.fetch = (input, init) => {
      const url = new URL(String(input))
      const isList = (init?.method ?? 'GET') === 'GET' && !/\/\d+$/.test(url.pathname)
      if (isList && pageSize !== undefined) url.searchParams.set('per_page', String(pageSize))
      return connection.fetch(url, init)
    }
    const integration = await exampleConnect(create)({ ...connection, fetch })
    return {
      ...integration,
      state: async () => ({
        lms: await integration.state?.(),
        messages: createMail(connection.storage).messages().sort(),
      }),
    }
  }
