/**
 * The emulator without a network. Call it with its own `fetch`, or add its handlers to your own
 * `setupServer` of MSW.
 *
 * @example
 * import { createEmulator } from 'course-admin-emulator'
 *
 * const emulator = createEmulator({ world: 'small-school' })
 * const response = await emulator.fetch('/courses', { headers: emulator.headers })
 *
 * @module
 */
export type { DeliveryPolicy } from './deliver/delivery-policy.ts'
export type { Signer, SigningInput } from './deliver/signatures.ts'
export { type RawDelivery, verify, type VerifyOptions } from './deliver/verify.ts'
export type * from './define/journal/entry-types.ts'
export type { AssumptionReport } from './describe/assumption-report.ts'
export type { ExplainedBehaviour, Explanation } from './describe/explanation.ts'
export type { BehaviourGrade } from './describe/grades.ts'
export type { FlagName } from './define/feature-flags.ts'
export type { JsonSchema } from './describe/json-schema.ts'
export type { OpenApiDocument } from './describe/openapi-document.ts'
export { createEmulator } from './emulator/emulator.ts'
export type { Emulator, ForkOptions } from './emulator/emulator-api.ts'
export type { ClockAdvance } from './emulator/methods/clock.ts'
export type { WorkOptions } from './emulator/methods/work.ts'
export type { GivenValues, ResourceName, TupleOf } from './emulator/record-types.ts'
export type { Snapshot } from './emulator/methods/snapshots.ts'
export type { RecordActs } from './emulator/methods/acts.ts'
export type { RecordRef, PublishableResource } from './emulator/record-types.ts'
export type {
  FaultHandle,
  FaultView,
  OutageHandle,
  OutageOptions,
} from './emulator/methods/faults.ts'
export type {
  CallMatch,
  DeliveredEvent,
  DeliveryMatch,
  ReceivedCall,
} from './emulator/reports/calls-and-deliveries.ts'
export type {
  PartialMatch,
  Matchable,
  RowMatch,
  TimesOption,
} from './emulator/reports/expectations.ts'
export type { RecordPredicate } from './emulator/methods/record-queries.ts'
export type { EmulatorOptions } from './emulator/options.ts'
export type { TestName } from './emulator/test-name.ts'
export type { UsageOptions } from './emulator/reports/usage.ts'
export type * from './kit/usage/usage.ts'
export type { SentMail } from './emulator/reports/outbox.ts'
export type { SavedWorld } from './emulator/worlds/world-file.ts'
export type { RecordSource, RecordSources } from './emulator/record-types.ts'
export type {
  NotificationView,
  PendingTask,
  TokenOptions,
  WebhookView,
} from './emulator/reports/views.ts'
export type { FaultChange, FaultEffect } from './faults/effects.ts'
export type { FaultRule, TimeSpec } from './faults/fault-rule.ts'
export type { EntryOfEvent } from './emulator/reports/journal-reports.ts'
export type { JournalFilter } from './kit/journal/journal-filter.ts'
export type { EventDelivery, ReceivedDelivery, Receiver, ReceiverOptions } from './kit/receivers.ts'
export type { MatchResult } from './kit/journal/match-result.ts'
export type { World } from './kit/rows/world.ts'
export type { WorldProgress } from './kit/rows/world-progress.ts'
export type { Attempt, Payload, WebhookEvent } from './model/notification.ts'
export type {
  ReceiverResult,
  ReceiverAnswer,
  ReceiverContext,
  ScriptedAnswer,
} from './model/receiver-answer.ts'
export type { Flags, FlagOverrides, AssumptionOverrides } from './model/settings.ts'
export type { RateLimit } from './serve/rate-limiter.ts'
export type { Latency } from './serve/latency.ts'
export type { WorldName } from './emulator/worlds/worlds.ts'
export type { Trace, TraceEvent } from './kit/journal/trace.ts'
export type { ClockMode } from './machine/time/clock-mode.ts'
export type { Duration } from './machine/time/duration.ts'
export type { FakeClock } from './machine/time/fake-timers/fake-clock.ts'
export type { NodeMockTimers } from './machine/time/fake-timers/node-mock-clock.ts'
export type {
  FakeTimers,
  FakeTimersOwner,
  JestFakeTimers,
} from './machine/time/fake-timers/timer-source.ts'
export { EmulatorError } from './machine/errors.ts'
export type * from './generated/rows.ts'
