export type { Payload } from './deliver/envelope.ts'
export type { Sign, Signing } from './deliver/signing.ts'
export type { ReceiverAnswer, ReceiverContext, ScriptedAnswer } from './deliver/transport.ts'
export { type ArrivedDelivery, verify, type VerifyOptions } from './deliver/verify.ts'
export type { Bill } from './describe/bill.ts'
export type { ExplainedBehaviour, Explanation } from './describe/explain.ts'
export type { Grade } from './describe/grades.ts'
export type { FlagName } from './define/flags.ts'
export type { OpenApiDocument } from './describe/openapi.ts'
export { createEmulator } from './emulator.ts'
export type { Advanced, Emulator, GivenValues, ResourceName, Snapshot } from './emulator/face.ts'
export type { Named, PublishedName, RecordActs } from './emulator/acting.ts'
export type {
  FaultGiven,
  FaultHandle,
  FaultView,
  OutageHandle,
  OutageOptions,
} from './emulator/faults.ts'
export type { CallLike, DeliveredEvent, DeliveryLike, ReceivedCall } from './emulator/happened.ts'
export type { EmulatorOptions } from './emulator/options.ts'
export type { SentMail } from './emulator/outbox.ts'
export type { Saved } from './emulator/saving.ts'
export type {
  JournalEntry,
  NotificationView,
  PendingTask,
  TokenOptions,
  WebhookView,
} from './emulator/views.ts'
export type { FaultChange, FaultEffect, FaultRule, When } from './faults/rule.ts'
export type { JournalFilter } from './kit/journal-filter.ts'
export type { JournalKind } from './kit/journal-kinds.ts'
export type { ReceivedDelivery, Receiver, ReceiverOptions } from './kit/receivers.ts'
export type { Trace, TraceEvent } from './kit/trace.ts'
export type { ClockMode } from './machine/clock-mode.ts'
export type { Duration } from './machine/duration.ts'
export type { FakeClock, FakeTimers, FakeTimersOwner } from './machine/fake-timers.ts'
export { EmulatorError } from './machine/errors.ts'
export type * from './resources/rows.ts'
