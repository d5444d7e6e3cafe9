/** Evaluates an expectation on its subject: an emulator, a remote emulator, or a receiver of either. */
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { contextOfReceiver } from '../../engine/emulator/methods/receivers.ts'
import type { ResourceName } from '../../engine/emulator/record-types.ts'
import type {
  CallMatch,
  DeliveryMatch,
} from '../../engine/emulator/reports/calls-and-deliveries.ts'
import {
  expectationSource,
  type ExpectationSource,
  matchDelivered,
  matchNoInternalErrors,
  matchNoUnhandledCalls,
  matchReceived,
  matchRow,
  type RowMatch,
  type TimesOption,
} from '../../engine/emulator/reports/expectations.ts'
import type { EventName, OperationId } from '../../service/generated/rows.ts'
import type { MatchResult } from '../../engine/kit/journal/match-result.ts'
import type { Receiver } from '../../engine/kit/receivers.ts'
import { isObject, quoteValue } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { clientOf } from '../remote/control-client.ts'
import type { RemoteEmulator } from '../remote/remote-emulator.ts'
import { type EvidenceKind, remoteResult, remoteSource } from '../remote/remote-evidence.ts'
import type { RemoteReceiver } from '../remote/remote-receiver.ts'
import { requireContext } from './emulator-lookup.ts'

/** An emulator of this process or of another one. */
export type EmulatorSubject = Emulator | RemoteEmulator

/** A receiver of an emulator of this process or of another one. */
export type ReceiverSubject = Receiver | RemoteReceiver

/** The result of an expectation; a promise for an emulator of another process. */
export type SubjectResult = MatchResult | Promise<MatchResult>

/** Evaluates an expectation with the candidates of a name. */
function evaluateOn(
  subject: EmulatorSubject,
  kind: EvidenceKind,
  name: string,
  match: (source: ExpectationSource) => MatchResult,
): SubjectResult {
  const client = clientOf(subject)
  if (client) return remoteSource(client, kind, name).then(match)
  return match(expectationSource(requireContext(subject as Emulator)))
}

/** Evaluates an expectation for calls. */
export const evaluateReceived = (
  emulator: EmulatorSubject,
  operation: OperationId,
  expected?: CallMatch & TimesOption,
): SubjectResult =>
  evaluateOn(emulator, 'received', operation, (source) =>
    matchReceived(source, operation, expected),
  )

/** Evaluates an expectation for rows. */
export const evaluateRow = <N extends ResourceName>(
  emulator: EmulatorSubject,
  resource: N,
  expected?: RowMatch<N> & TimesOption,
): SubjectResult =>
  evaluateOn(emulator, 'row', resource, (source) => matchRow(source, resource, expected))

/** Evaluates an expectation for deliveries of an emulator, or to a receiver. */
export function evaluateDelivered(
  subject: EmulatorSubject | ReceiverSubject,
  event: EventName,
  expected?: DeliveryMatch & TimesOption,
): SubjectResult {
  const context = isObject(subject) ? contextOfReceiver(subject) : undefined
  const isReceiver = context !== undefined || isRemoteReceiver(subject)
  const match = (source: ExpectationSource): MatchResult =>
    matchDelivered(source, event, isReceiver ? toReceiver(subject, expected) : expected)
  if (context) return match(expectationSource(context))
  return evaluateOn(subject as EmulatorSubject, 'delivered', event, match)
}

/** Whether no call is without an operation. */
export function evaluateNoUnhandledCalls(emulator: EmulatorSubject): SubjectResult {
  const client = clientOf(emulator)
  if (client) return remoteResult(client, 'unhandled')
  return matchNoUnhandledCalls(requireContext(emulator as Emulator))
}

/** Whether no exception inside the emulator interrupted a call. */
export function evaluateNoInternalErrors(emulator: EmulatorSubject): SubjectResult {
  const client = clientOf(emulator)
  if (client) return remoteResult(client, 'internal-errors')
  return matchNoInternalErrors(requireContext(emulator as Emulator))
}

const isRemoteReceiver = (subject: unknown): subject is RemoteReceiver =>
  clientOf(subject) !== undefined && 'deliveries' in (subject as object)

function toReceiver(
  subject: unknown,
  expected: (DeliveryMatch & TimesOption) | undefined,
): DeliveryMatch & TimesOption {
  const { url } = subject as ReceiverSubject
  const given: unknown = expected ?? {}
  // Note: the match refuses a value that is not an object.
  if (!isObject(given)) return given as DeliveryMatch
  if (!('to' in given)) return { ...given, to: url }
  throw new EmulatorError('bad_query', {
    action: 'match deliveries to a receiver',
    reason: `\`to\` is given, and the receiver already has the URL ${url}`,
    advice: 'Leave out `to`, or pass the emulator.',
  })
}

/** Throws for arguments after the last one: `times` in an object of its own would have no effect. */
export function assertNoMoreArguments(
  more: readonly unknown[],
  name: string,
  takesMatch = true,
): void {
  if (more.length === 0) return
  throw new EmulatorError('bad_query', {
    action: `evaluate \`${name}\``,
    reason: `there are too many arguments: ${more.map(quoteValue).join(', ')}`,
    advice: takesMatch
      ? 'Give one object with all expected values, such as { status: 201, times: 2 }.'
      : 'It takes none.',
  })
}
