/** One incorrect integration for each check of the report card: it has exactly the defect that the check finds. */
import type { MiddlewareFactory } from '../explore/example-connect.ts'
import { acceptsOldSignatures } from '../examples/lms/broken/accepts-old-signatures.ts'
import { remembersIdsInMemory } from '../examples/lms/broken/remembers-ids-in-memory.ts'
import { copiesUsersFromEvents } from '../examples/lms/broken/copies-users-from-events.ts'
import { revivesDeletedUsers } from '../examples/lms/broken/revives-deleted-users.ts'
import { answersAfterTheWork } from '../examples/lms/broken/answers-after-the-work.ts'
import { handlesInParallel } from '../examples/lms/broken/handles-in-parallel.ts'
import { trustsThePayload } from '../examples/lms/broken/trusts-the-payload.ts'
import { forgetsEarlierMerges } from '../examples/lms/broken/forgets-earlier-merges.ts'
import { keepsACacheAcrossAMerge } from '../examples/lms/broken/keeps-a-cache-across-a-merge.ts'
import { readsOneSignature } from '../examples/lms/broken/reads-one-signature.ts'
import { refusesUnknownEvents } from '../examples/lms/broken/refuses-unknown-events.ts'
import { verifiesTheParsedBody } from '../examples/lms/broken/verifies-the-parsed-body.ts'
import { onlyAddsInAResync } from '../examples/lms/broken/only-adds-in-a-resync.ts'
import { resyncsKnownUsersOnly } from '../examples/lms/broken/resyncs-known-users-only.ts'
import { reportsEachResync } from '../examples/lms/broken/reports-each-resync.ts'
import { dropsEventsDuringAResync } from '../examples/lms/broken/drops-events-during-a-resync.ts'
import { continuesAfterTheInterruptedEdition } from '../examples/lms/broken/continues-after-the-interrupted-edition.ts'
import { deletesAfterAnIncompleteWalk } from '../examples/lms/broken/deletes-after-an-incomplete-walk.ts'
import { repeatsCreates } from '../examples/lms/broken/repeats-creates.ts'
import { looksUpAfterAFailureOnly } from '../examples/lms/broken/looks-up-after-a-failure-only.ts'
import { numbersEachWriteBack } from '../examples/lms/broken/numbers-each-write-back.ts'
import { insistsOnRefusedWrites } from '../examples/lms/broken/insists-on-refused-writes.ts'
import { writesTheWholeUser } from '../examples/lms/broken/writes-the-whole-user.ts'
import { keepsPrincipalIdsInMemory } from '../examples/lms/broken/keeps-principal-ids-in-memory.ts'

/** The incorrect integration of each check, by the id of the check. */
export const defects: Readonly<Record<string, MiddlewareFactory>> = {
  signature: verifiesTheParsedBody,
  'signature-age': acceptsOldSignatures,
  'rotated-secret': readsOneSignature,
  'response-time': answersAfterTheWork,
  'unknown-events': refusesUnknownEvents,
  'redelivered-id': remembersIdsInMemory,
  'late-creation': trustsThePayload,
  'stale-event': copiesUsersFromEvents,
  'early-merge': keepsACacheAcrossAMerge,
  'merge-of-merged': forgetsEarlierMerges,
  'early-deletion': revivesDeletedUsers,
  'simultaneous-events': handlesInParallel,
  'lost-events': onlyAddsInAResync,
  'resync-without-events': resyncsKnownUsersOnly,
  'repeated-resync': reportsEachResync,
  'events-during-resync': dropsEventsDuringAResync,
  'interrupted-resync': continuesAfterTheInterruptedEdition,
  'incomplete-walk': deletesAfterAnIncompleteWalk,
  'lost-create-answer': repeatsCreates,
  'lookup-before-create': looksUpAfterAFailureOnly,
  'repeated-write-back': numbersEachWriteBack,
  'refused-writes': insistsOnRefusedWrites,
  'kept-fields': writesTheWholeUser,
  'crash-between-writes': keepsPrincipalIdsInMemory,
}
