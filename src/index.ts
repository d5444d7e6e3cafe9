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
export type { DeliveryOptions } from './engine/deliver/delivery-policy.ts'
export type { Signer, SigningInput } from './engine/deliver/signatures.ts'
export { type RawDelivery, verify, type VerifyOptions } from './engine/deliver/verify.ts'
export type * from './engine/journal/entry-types.ts'
export type { AssumptionReport } from './engine/describe/assumption-report.ts'
export type { ExplainedBehaviour, Explanation } from './engine/describe/explanation.ts'
export type { BehaviourGrade } from './engine/describe/grades.ts'
export type { FlagName } from './service/flags.ts'
export type { JsonSchema } from './engine/describe/json-schema.ts'
export type { OpenApiDocument } from './engine/describe/openapi-document.ts'
export { createEmulator } from './service/create-emulator.ts'
export type { Emulator, ForkOptions } from './engine/emulator/emulator-api.ts'
export type { Advance, ClockAdvance } from './engine/emulator/methods/clock.ts'
export type { WorkOptions } from './engine/emulator/methods/work.ts'
export type { GivenValues, ResourceName, TupleOf } from './engine/emulator/record-types.ts'
export type { Snapshot } from './engine/emulator/methods/snapshots.ts'
export type { RecordActs } from './engine/emulator/methods/acts.ts'
export type { RecordRef, PublishableResource } from './engine/emulator/record-types.ts'
export type {
  FaultHandle,
  FaultView,
  OutageHandle,
  OutageOptions,
} from './engine/emulator/methods/faults.ts'
export type {
  CallMatch,
  DeliveredEvent,
  DeliveryMatch,
  ReceivedCall,
} from './engine/emulator/reports/calls-and-deliveries.ts'
export type {
  PartialMatch,
  Matchable,
  RowMatch,
  TimesOption,
} from './engine/emulator/reports/expectations.ts'
export type { RecordFilter, RecordPredicate } from './engine/emulator/methods/record-queries.ts'
export type { EmulatorOptions } from './engine/emulator/options.ts'
export type { TestName } from './engine/emulator/test-name.ts'
export type { UsageOptions } from './engine/emulator/reports/usage.ts'
export type * from './engine/kit/usage/usage.ts'
export type { SavedWorld } from './engine/emulator/worlds/world-file.ts'
export type { RecordSource, RecordSources } from './engine/emulator/record-types.ts'
export type { PendingTask } from './engine/emulator/reports/views.ts'
export type { TokenOptions } from './engine/emulator/methods/tokens.ts'
export type { FaultChange, FaultEffect } from './engine/faults/effects.ts'
export type { FaultRule, TimeSpec } from './engine/faults/fault-rule.ts'
export type { EntryOfEvent } from './engine/emulator/reports/journal-reports.ts'
export type { JournalFilter } from './engine/kit/journal/journal-filter.ts'
export type {
  EventDelivery,
  ReceivedDelivery,
  Receiver,
  ReceiverOptions,
  RegisteredReceiver,
} from './engine/kit/receivers.ts'
export type { MatchResult } from './engine/kit/journal/match-result.ts'
export type { World } from './engine/kit/rows/world.ts'
export type { WorldProgress } from './engine/kit/rows/world-progress.ts'
export type { Attempt, Payload, WebhookEvent } from './engine/model/notification.ts'
export type {
  ReceiverResult,
  ReceiverAnswer,
  ReceiverContext,
  ScriptedAnswer,
} from './engine/model/receiver-answer.ts'
export type { Flags, FlagOverrides, AssumptionOverrides } from './engine/model/settings.ts'
export type { RateLimitOptions } from './engine/serve/rate-limiter.ts'
export type { LatencyOptions } from './engine/serve/latency.ts'
export type { DemoLocale } from './service/demo/demo-texts.ts'
export type { WorldName } from './service/demo/worlds.ts'
export type { AssumptionPreset } from './service/assumption-presets.ts'
export type {
  Severity,
  Story,
  StoryBehaviour,
  StoryDetails,
  StoryEntry,
  StoryFault,
  StoryField,
  StoryMessage,
  StoryNext,
  StoryParticipant,
  StoryRole,
  StoryTask,
  Track,
} from './engine/journal/story.ts'
export { storyToHTML } from './report/page/story-page.ts'
export type { ClockMode } from './engine/clock/clock-mode.ts'
export type { Duration } from './engine/clock/duration.ts'
export type { FakeClock } from './engine/clock/fake-timers/fake-clock.ts'
export type { NodeMockTimers } from './engine/clock/fake-timers/node-mock-clock.ts'
export type {
  FakeTimers,
  FakeTimersOwner,
  JestFakeTimers,
} from './engine/clock/fake-timers/timer-source.ts'
export { EmulatorError } from './engine/errors/errors.ts'
export type * from './service/generated/rows.ts'
