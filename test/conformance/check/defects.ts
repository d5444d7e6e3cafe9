/** One incorrect integration for each check of the report card: it has exactly the defect that the check finds. */
import type { MiddlewareFactory } from '../explore/example-connect.ts'
import { acknowledgesBeforeItStores } from '../../examples/lms/broken/acknowledges-before-it-stores.ts'
import { deactivatesRefusedUsers } from '../../examples/lms/broken/deactivates-refused-users.ts'
import { ignoresEventsInFlight } from '../../examples/lms/broken/ignores-events-in-flight.ts'
import { roundsCosts } from '../../examples/lms/broken/rounds-costs.ts'
import { neverUpdatesAccounts } from '../../examples/lms/broken/never-updates-accounts.ts'
import { repeatsRefusedWrites } from '../../examples/lms/broken/repeats-refused-writes.ts'
import { acceptsOldSignatures } from '../../examples/lms/broken/accepts-old-signatures.ts'
import { remembersIdsInMemory } from '../../examples/lms/broken/remembers-ids-in-memory.ts'
import { copiesUsersFromEvents } from '../../examples/lms/broken/copies-users-from-events.ts'
import { revivesDeletedUsers } from '../../examples/lms/broken/revives-deleted-users.ts'
import { answersAfterTheWork } from '../../examples/lms/broken/answers-after-the-work.ts'
import { handlesInParallel } from '../../examples/lms/broken/handles-in-parallel.ts'
import { trustsThePayload } from '../../examples/lms/broken/trusts-the-payload.ts'
import { forgetsEarlierMerges } from '../../examples/lms/broken/forgets-earlier-merges.ts'
import { keepsACacheAcrossAMerge } from '../../examples/lms/broken/keeps-a-cache-across-a-merge.ts'
import { readsOneSignature } from '../../examples/lms/broken/reads-one-signature.ts'
import { refusesUnknownEvents } from '../../examples/lms/broken/refuses-unknown-events.ts'
import { verifiesTheParsedBody } from '../../examples/lms/broken/verifies-the-parsed-body.ts'
import { onlyAddsInAResync } from '../../examples/lms/broken/only-adds-in-a-resync.ts'
import { resyncsKnownUsersOnly } from '../../examples/lms/broken/resyncs-known-users-only.ts'
import { reportsEachResync } from '../../examples/lms/broken/reports-each-resync.ts'
import { dropsEventsDuringAResync } from '../../examples/lms/broken/drops-events-during-a-resync.ts'
import { continuesAfterTheInterruptedEdition } from '../../examples/lms/broken/continues-after-the-interrupted-edition.ts'
import { deletesAfterAnIncompleteWalk } from '../../examples/lms/broken/deletes-after-an-incomplete-walk.ts'
import { repeatsCreates } from '../../examples/lms/broken/repeats-creates.ts'
import { looksUpAfterAFailureOnly } from '../../examples/lms/broken/looks-up-after-a-failure-only.ts'
import { numbersEachWriteBack } from '../../examples/lms/broken/numbers-each-write-back.ts'
import { insistsOnRefusedWrites } from '../../examples/lms/broken/insists-on-refused-writes.ts'
import { writesTheWholeUser } from '../../examples/lms/broken/writes-the-whole-user.ts'
import { keepsPrincipalIdsInMemory } from '../../examples/lms/broken/keeps-principal-ids-in-memory.ts'
import { countsOnlyItsOwnCalls } from '../../examples/lms/broken/counts-only-its-own-calls.ts'
import { readsAllUsersAtOnce } from '../../examples/lms/broken/reads-all-users-at-once.ts'
import { readsRecordsAtOnce } from '../../examples/lms/broken/reads-records-at-once.ts'
import { resyncsAfterEachFailure } from '../../examples/lms/broken/resyncs-after-each-failure.ts'
import { waitsForHours } from '../../examples/lms/broken/waits-for-hours.ts'
import { waitsAFixedTime } from '../../examples/lms/broken/waits-a-fixed-time.ts'
import { walksInSmallPages } from '../../examples/lms/broken/walks-in-small-pages.ts'
import { walksAllEnrollments } from '../../examples/lms/broken/walks-all-enrollments.ts'
import { readsPageOneByNumber } from '../../examples/lms/broken/reads-page-one-by-number.ts'
import { stopsAtAShortPage } from '../../examples/lms/broken/stops-at-a-short-page.ts'
import { readsOnePage } from '../../examples/lms/broken/reads-one-page.ts'
import { walksByPageNumber } from '../../examples/lms/broken/walks-by-page-number.ts'
import { readsOrdersOfAStudent } from '../../examples/lms/broken/reads-orders-of-a-student.ts'
import { takesRefusedForGone } from '../../examples/lms/broken/takes-refused-for-gone.ts'
import { takesAbsentForNull } from '../../examples/lms/broken/takes-absent-for-null.ts'
import { opensLinksWithItsToken } from '../../examples/lms/broken/opens-links-with-its-token.ts'
import { reportsEventData } from '../../examples/lms/broken/reports-event-data.ts'
import { keepsDeletedUsers } from '../../examples/lms/broken/keeps-deleted-users.ts'
import { resyncsConfirmedEnrollments } from '../../examples/lms/broken/resyncs-confirmed-enrollments.ts'
import { trustsItsClock } from '../../examples/lms/broken/trusts-its-clock.ts'
import { resyncsOnceAnHour } from '../../examples/lms/broken/resyncs-once-an-hour.ts'
import { keepsItsFirstToken } from '../../examples/lms/broken/keeps-its-first-token.ts'
import {
  endsAccessByAFixedDistance,
  endsAccessByTheDayInUtc,
} from '../../examples/lms/broken/ends-access.ts'

/** The incorrect integration of each check, by the id of the check. */
export const defects: Readonly<Record<string, MiddlewareFactory>> = {
  signature: verifiesTheParsedBody,
  'signature-age': acceptsOldSignatures,
  'rotated-secret': readsOneSignature,
  'response-time': answersAfterTheWork,
  'unknown-events': refusesUnknownEvents,
  'redelivered-id': remembersIdsInMemory,
  'acknowledged-events': acknowledgesBeforeItStores,
  'late-creation': trustsThePayload,
  'stale-event': copiesUsersFromEvents,
  'early-merge': keepsACacheAcrossAMerge,
  'merge-of-merged': forgetsEarlierMerges,
  'early-deletion': revivesDeletedUsers,
  'simultaneous-events': handlesInParallel,
  'event-during-read': ignoresEventsInFlight,
  'lost-events': onlyAddsInAResync,
  'resync-without-events': resyncsKnownUsersOnly,
  'repeated-resync': reportsEachResync,
  'events-during-resync': dropsEventsDuringAResync,
  'interrupted-resync': continuesAfterTheInterruptedEdition,
  'incomplete-walk': deletesAfterAnIncompleteWalk,
  'update-after-creation': neverUpdatesAccounts,
  cents: roundsCosts,
  'lost-create-answer': repeatsCreates,
  'lookup-before-create': looksUpAfterAFailureOnly,
  'repeated-write-back': numbersEachWriteBack,
  'refused-writes': insistsOnRefusedWrites,
  'kept-fields': writesTheWholeUser,
  'crash-between-writes': keepsPrincipalIdsInMemory,
  'repeated-refusals': repeatsRefusedWrites,
  'retry-after': waitsAFixedTime,
  'closed-window': readsRecordsAtOnce,
  backoff: waitsForHours,
  'shared-window': countsOnlyItsOwnCalls,
  'parallel-calls': readsAllUsersAtOnce,
  'retry-storm': resyncsAfterEachFailure,
  'next-links': readsOnePage,
  'page-size': walksInSmallPages,
  'changes-between-pages': walksByPageNumber,
  filters: walksAllEnrollments,
  'deprecated-paging': readsPageOneByNumber,
  'last-page': stopsAtAShortPage,
  'minimal-scopes': readsOrdersOfAStudent,
  'refused-call': takesRefusedForGone,
  'feature-flag-off': takesAbsentForNull,
  'token-origin': opensLinksWithItsToken,
  'personal-data-in-problems': reportsEventData,
  'deleted-users': keepsDeletedUsers,
  'refused-read': deactivatesRefusedUsers,
  'tenant-midnight': endsAccessByTheDayInUtc,
  'start-while-offline': resyncsConfirmedEnrollments,
  'clock-skew': trustsItsClock,
  'long-outage': resyncsOnceAnHour,
  'daylight-saving': endsAccessByAFixedDistance,
  'replaced-token': keepsItsFirstToken,
}
