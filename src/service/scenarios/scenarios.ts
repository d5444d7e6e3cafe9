/** The shipped scenarios: each by its name, and a list of all. */
import type { Scenario } from '../../engine/emulator/scenario.ts'
import { mergeDuringOutage } from './merge-during-outage.ts'
import { receiverDown30Minutes } from './receiver-down-30-minutes.ts'
import { slowReceiverBacklog } from './slow-receiver-backlog.ts'
import { duplicateAndReorderedDeliveries } from './duplicate-and-reordered-deliveries.ts'
import { courseFillsUp } from './course-fills-up.ts'
import { deletedUserMapping } from './deleted-user-mapping.ts'
import { editionWithLmsLink } from './edition-with-lms-link.ts'
import { emailMatchWritesBack } from './email-match-writes-back.ts'
import { flagSwitchedOff } from './flag-switched-off.ts'
import { lateCancellation } from './late-cancellation.ts'
import { lmsFirstSync } from './lms-first-sync.ts'
import { merge } from './merge.ts'
import { failedCallBeforeEmailChange } from './failed-call-before-email-change.ts'
import { mergeBeforeWriteBack } from './merge-before-write-back.ts'
import { mergeOfMerged } from './merge-of-merged.ts'
import { principalIdMoves } from './principal-id-moves.ts'
import { rateLimitStorm } from './rate-limit-storm.ts'
import { teacherAssigned } from './teacher-assigned.ts'
import { tokenScopeRevoked } from './token-scope-revoked.ts'

/** All shipped scenarios, in a reading order from simple to complex. */
export const scenarios: readonly Scenario[] = [
  lmsFirstSync,
  editionWithLmsLink,
  emailMatchWritesBack,
  failedCallBeforeEmailChange,
  teacherAssigned,
  courseFillsUp,
  lateCancellation,
  deletedUserMapping,
  merge,
  mergeDuringOutage,
  mergeBeforeWriteBack,
  mergeOfMerged,
  principalIdMoves,
  duplicateAndReorderedDeliveries,
  slowReceiverBacklog,
  receiverDown30Minutes,
  rateLimitStorm,
  tokenScopeRevoked,
  flagSwitchedOff,
]

export {
  courseFillsUp,
  deletedUserMapping,
  editionWithLmsLink,
  emailMatchWritesBack,
  failedCallBeforeEmailChange,
  flagSwitchedOff,
  lateCancellation,
  lmsFirstSync,
  merge,
  mergeBeforeWriteBack,
  mergeDuringOutage,
  mergeOfMerged,
  principalIdMoves,
  duplicateAndReorderedDeliveries,
  slowReceiverBacklog,
  receiverDown30Minutes,
  rateLimitStorm,
  teacherAssigned,
  tokenScopeRevoked,
}
