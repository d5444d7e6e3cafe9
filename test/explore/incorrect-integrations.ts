/** Incorrect integrations: each is the example integration with one defect, and a history that shows it. */
import type { DeviationKind } from '../../src/explore.ts'
import type { Connect } from '../../src/scenarios/integration.ts'
import type { Scenario } from '../../src/scenarios/scenario.ts'
import { acknowledgesBeforeStoring } from '../examples/lms/broken/acknowledges-before-storing.ts'
import { appliesStaleReads } from '../examples/lms/broken/applies-stale-reads.ts'
import { checksForFinishedJobsOnly } from '../examples/lms/broken/checks-for-finished-jobs-only.ts'
import { createsWithoutLooking } from '../examples/lms/broken/creates-without-looking.ts'
import { deduplicatesInMemory } from '../examples/lms/broken/deduplicates-in-memory.ts'
import { deletesAfterAnIncompleteWalk } from '../examples/lms/broken/deletes-after-an-incomplete-walk.ts'
import { dropsEventsDuringAResync } from '../examples/lms/broken/drops-events-during-a-resync.ts'
import { finishesBeforeTheWork } from '../examples/lms/broken/finishes-before-the-work.ts'
import { forgetsIdsAfterAMinute } from '../examples/lms/broken/forgets-ids-after-a-minute.ts'
import { givesUpAfterANetworkError } from '../examples/lms/broken/gives-up-after-a-network-error.ts'
import { givesUpSilently } from '../examples/lms/broken/gives-up-silently.ts'
import { handlesInParallel } from '../examples/lms/broken/handles-in-parallel.ts'
import { handlesRedeliveriesTwice } from '../examples/lms/broken/handles-redeliveries-twice.ts'
import { ignoresARefusedWrite } from '../examples/lms/broken/ignores-a-refused-write.ts'
import { ignoresCancellations } from '../examples/lms/broken/ignores.ts'
import { ignoresMergeEvents } from '../examples/lms/broken/ignores-merge-events.ts'
import { ignoresRetryAfter } from '../examples/lms/broken/ignores-retry-after.ts'
import { keepsACacheAcrossAMerge } from '../examples/lms/broken/keeps-a-cache-across-a-merge.ts'
import { keepsPrincipalIdsInMemory } from '../examples/lms/broken/keeps-principal-ids-in-memory.ts'
import { lateMapping } from '../examples/lms/broken/late-mapping.ts'
import { losesTheQueue } from '../examples/lms/broken/loses-the-queue.ts'
import { matchesByEmailOnly } from '../examples/lms/broken/matches-by-email-only.ts'
import { neverResyncs } from '../examples/lms/broken/never-resyncs.ts'
import { repeatsWorkAfterACrash } from '../examples/lms/broken/repeats-work-after-a-crash.ts'
import { replacesWaitingEvents } from '../examples/lms/broken/replaces-waiting-events.ts'
import { retriesWithoutADelay } from '../examples/lms/broken/retries-without-a-delay.ts'
import { retriesWithoutEnd } from '../examples/lms/broken/retries-without-end.ts'
import { sendsBeforeTheWork } from '../examples/lms/broken/sends-before-the-work.ts'
import { skipsOlderRecords } from '../examples/lms/broken/skips-older-records.ts'
import { takesATruncatedListForEmpty } from '../examples/lms/broken/takes-a-truncated-list-for-empty.ts'
import { takesRefusedForGone } from '../examples/lms/broken/takes-refused-for-gone.ts'
import { takesServerErrorsForGone } from '../examples/lms/broken/takes-server-errors-for-gone.ts'
import { trustsThePayload } from '../examples/lms/broken/trusts-the-payload.ts'
import { createMail } from '../examples/lms/middleware/mail.ts'
import { createDebounced } from '../examples/lms/middleware/debounce.ts'
import { createMiddleware } from '../examples/lms/middleware/middleware.ts'
import { createCommenting } from '../examples/lms/middleware/order-comments.ts'
import { createWelcoming } from '../examples/lms/middleware/welcome.ts'
import { exampleConnect, type MiddlewareFactory } from './example-connect.ts'
import * as small from './small-scenarios.ts'

/** An incorrect integration and what an exploration must find. */
export interface IncorrectIntegration {
  readonly name: string
  readonly create: MiddlewareFactory
  /** The integration without the defect. Default: the example integration. */
  readonly correct?: MiddlewareFactory
  readonly scenario: Scenario<unknown, never>
  /** The kinds of deviations that show the defect. */
  readonly deviations: readonly DeviationKind[]
  /** The largest number of deviations to explore. Default: 1. */
  readonly depth?: number
  /** The number of deviations in the shortest failing history. */
  readonly minimum: number
  /** The page size of every list. Default: that of the service. */
  readonly pageSize?: number
  /** The shortest failing history; absent if the plain run fails. */
  readonly replay?: string
}

const row = <G>(
  create: MiddlewareFactory,
  scenario: Scenario<unknown, G>,
  kinds: DeviationKind | readonly DeviationKind[],
  rest: Partial<Omit<IncorrectIntegration, 'create' | 'scenario' | 'deviations'>> = {},
): IncorrectIntegration => ({
  name: create.name,
  create,
  scenario: scenario as unknown as Scenario<unknown, never>,
  deviations: typeof kinds === 'string' ? [kinds] : kinds,
  minimum: 1,
  ...rest,
})

const welcoming = { correct: createWelcoming }

export const incorrectIntegrations: readonly IncorrectIntegration[] = [
  row(handlesRedeliveriesTwice, small.enrollment, 'deliveries', welcoming),
  row(forgetsIdsAfterAMinute, small.enrollment, 'deliveries', welcoming),
  row(checksForFinishedJobsOnly, small.enrollment, 'deliveries', welcoming),
  row(trustsThePayload, small.cancellation, 'deliveries'),
  row(skipsOlderRecords, small.twoEnrollments, 'deliveries'),
  row(keepsACacheAcrossAMerge, small.twoUsersOfOnePerson, 'deliveries'),
  row(neverResyncs, small.twoSteps, 'deliveries'),
  row(appliesStaleReads, small.newName, 'requests'),
  row(handlesInParallel, small.cancellation, 'requests'),
  row(dropsEventsDuringAResync, small.enrollmentDuringResync, 'requests'),
  row(deletesAfterAnIncompleteWalk, small.courseWithTwoStudents, 'requests', { pageSize: 1 }),
  row(takesATruncatedListForEmpty, small.enrollment, 'requests'),
  row(createsWithoutLooking, small.order, 'requests', { correct: createCommenting }),
  row(sendsBeforeTheWork, small.enrollment, 'requests', welcoming),
  row(givesUpSilently, small.enrollment, 'requests'),
  row(givesUpAfterANetworkError, small.enrollment, 'requests'),
  row(takesServerErrorsForGone, small.enrollment, 'requests'),
  row(ignoresRetryAfter, small.enrollment, 'requests'),
  row(retriesWithoutADelay, small.enrollment, 'requests'),
  row(lateMapping, small.mergeOfUnknownUser, 'requests'),
  row(acknowledgesBeforeStoring, small.twoEnrollments, 'crashes', welcoming),
  row(deduplicatesInMemory, small.enrollment, 'crashes', welcoming),
  row(repeatsWorkAfterACrash, small.enrollment, 'crashes', welcoming),
  row(losesTheQueue, small.enrollment, 'crashes', welcoming),
  row(finishesBeforeTheWork, small.enrollment, 'crashes', welcoming),
  row(keepsPrincipalIdsInMemory, small.twoUsersOfOnePerson, 'crashes'),
  row(takesRefusedForGone, small.enrollment, 'rights'),
  row(retriesWithoutEnd, small.enrollment, 'rights'),
  row(ignoresARefusedWrite, small.firstPrincipalId, 'rights'),
  row(replacesWaitingEvents, small.twoSteps, 'steps', { correct: createDebounced }),
  row(ignoresMergeEvents, small.twoUsersOfOnePerson, 'deliveries', { minimum: 0 }),
  row(ignoresCancellations, small.cancellation, 'deliveries', {
    name: 'ignoresCancellations',
    minimum: 0,
  }),
  row(matchesByEmailOnly, small.newEmail, 'deliveries', { minimum: 0 }),
]

export const correctFor = ({ correct = createMiddleware }: IncorrectIntegration) => correct

/** Connects an integration of the table. The sent messages are a part of its state. */
export const connectFor =
  (create: MiddlewareFactory, { pageSize }: IncorrectIntegration): Connect =>
  async (connection) => {
    const fetch: typeof connection.fetch = (input, init) => {
      const url = new URL(String(input))
      const isList = pageSize !== undefined && !/\/\d+$/.test(url.pathname)
      if (isList) url.searchParams.set('per_page', String(pageSize))
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
