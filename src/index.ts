/**
 * The emulator as a value: made from a seed, asked over `fetch` or behind the handlers of a `setupServer`
 * of yours, moved through time, and asked what happened.
 *
 * @example
 * import { createEmulator } from 'course-admin-emulator'
 *
 * const emulator = createEmulator({ world: 'small-school' })
 * const response = await emulator.fetch('/courses', { headers: emulator.headers })
 *
 * @module
 */
export type { Attempt, Patience } from './deliver/notification.ts'
export type { Payload } from './deliver/envelope.ts'
export type { Sign, Signing } from './deliver/signatures.ts'
export type {
  Answered,
  ReceiverAnswer,
  ReceiverContext,
  ScriptedAnswer,
} from './deliver/transport.ts'
export { type ArrivedDelivery, verify, type VerifyOptions } from './deliver/verify.ts'
export type { Bill } from './describe/assumption-report.ts'
export type { ExplainedBehaviour, Explanation } from './describe/explanation.ts'
export type { BehaviourGrade } from './describe/grades.ts'
export type { FlagName } from './define/feature-flags.ts'
export type { JsonSchema } from './describe/json-schema.ts'
export type { OpenApiDocument } from './describe/openapi-document.ts'
export { createEmulator } from './emulator/emulator.ts'
export type {
  Advanced,
  Emulator,
  GivenValues,
  ResourceName,
  Several,
  Snapshot,
} from './emulator/emulator-api.ts'
export type { Named, PublishedName, RecordActs } from './emulator/methods/acts.ts'
export type { FaultHandle, FaultView, OutageHandle, OutageOptions } from './emulator/methods/faults.ts'
export type { CallLike, DeliveredEvent, DeliveryLike, ReceivedCall } from './emulator/reports/calls-and-deliveries.ts'
export type { Alike, Fitting, RowLike, Times } from './emulator/reports/expectations.ts'
export type { RecordTest } from './emulator/methods/record-queries.ts'
export type { EmulatorOptions } from './emulator/options.ts'
export type { SentMail } from './emulator/reports/outbox.ts'
export type { Saved } from './emulator/worlds/world-file.ts'
export type { RecordSource, Seeds } from './emulator/methods/record-sources.ts'
export type {
  JournalEntry,
  NotificationView,
  PendingTask,
  TokenOptions,
  WebhookView,
} from './emulator/reports/views.ts'
export type { FaultChange, FaultEffect, FaultRule, When } from './faults/fault-rule.ts'
export type { JournalFilter } from './kit/journal/journal-filter.ts'
export type { JournalKind } from './kit/journal/journal-kinds.ts'
export type { ReceivedDelivery, Receiver, ReceiverOptions } from './kit/receivers.ts'
export type { Verdict } from './kit/journal/match-result.ts'
export type { World } from './kit/rows/world.ts'
export type { Flags, FlagsGiven, ReadingsGiven } from './model/settings.ts'
export type { RateLimit } from './serve/checks/rate-limit.ts'
export type { WorldName } from './emulator/worlds/worlds.ts'
export type { Trace, TraceEvent } from './kit/journal/trace.ts'
export type { ClockMode } from './machine/clock-mode.ts'
export type { Duration } from './machine/duration.ts'
export type { FakeClock, FakeTimers, FakeTimersOwner } from './machine/fake-timers.ts'
export { EmulatorError } from './machine/errors.ts'
export type * from './generated/rows.ts'
