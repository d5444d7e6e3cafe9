/** One incorrect integration for each check of the report card: it has exactly the defect that the check finds. */
import type { MiddlewareFactory } from '../explore/example-connect.ts'
import { acceptsOldSignatures } from '../examples/lms/broken/accepts-old-signatures.ts'
import { remembersIdsInMemory } from '../examples/lms/broken/remembers-ids-in-memory.ts'
import { answersAfterTheWork } from '../examples/lms/broken/answers-after-the-work.ts'
import { handlesInParallel } from '../examples/lms/broken/handles-in-parallel.ts'
import { skipsOlderRecords } from '../examples/lms/broken/skips-older-records.ts'
import { trustsThePayload } from '../examples/lms/broken/trusts-the-payload.ts'
import { forgetsEarlierMerges } from '../examples/lms/broken/forgets-earlier-merges.ts'
import { keepsACacheAcrossAMerge } from '../examples/lms/broken/keeps-a-cache-across-a-merge.ts'
import { readsOneSignature } from '../examples/lms/broken/reads-one-signature.ts'
import { refusesUnknownEvents } from '../examples/lms/broken/refuses-unknown-events.ts'
import { verifiesTheParsedBody } from '../examples/lms/broken/verifies-the-parsed-body.ts'

/** The incorrect integration of each check, by the id of the check. */
export const defects: Readonly<Record<string, MiddlewareFactory>> = {
  signature: verifiesTheParsedBody,
  'signature-age': acceptsOldSignatures,
  'rotated-secret': readsOneSignature,
  'response-time': answersAfterTheWork,
  'unknown-events': refusesUnknownEvents,
  'redelivered-id': remembersIdsInMemory,
  'late-creation': trustsThePayload,
  'stale-event': skipsOlderRecords,
  'early-merge': keepsACacheAcrossAMerge,
  'merge-of-merged': forgetsEarlierMerges,
  'early-deletion': trustsThePayload,
  'simultaneous-events': handlesInParallel,
}
