/** `emulator.receiver`: receivers in this process, and the webhooks that are registered for them. */
import { problemReason } from '../../define/problems.ts'
import type { Tx } from '../../define/tx.ts'
import type { Row } from '../../store/table.ts'
import { changeTree } from '../../store/tree.ts'
import { defaultValueOf } from '../../model/default-value.ts'
import type { Transaction } from '../../model/transaction.ts'
import { rowLimitProblem } from '../../model/row-limits.ts'
import type { Notification } from '../../model/notification.ts'
import { isStandardSecret } from '../../deliver/signatures.ts'
import { redactUrl } from '../../journal/redaction.ts'
import { signatureScheme } from '../../deliver/behaviours.ts'
import { assertReceiverAnswer } from '../../deliver/receiver-response.ts'
import {
  createReceiver,
  type Receiver,
  receiverOptions,
  type ReceiverOptions,
  type RegisteredReceiver,
} from '../../kit/receivers.ts'
import { EmulatorError, type EmulatorErrorDetails } from '../../errors/errors.ts'
import { unknownInCatalog } from '../../model/unknown-name.ts'
import { isLoopbackName } from '../../errors/host-names.ts'
import { quoteValue } from '../../errors/argument-checks.ts'
import { defined } from '../../errors/defined.ts'
import { readOptions } from '../../errors/options.ts'
import type { EventName } from '../../service-types.ts'
import type { EmulatorContext, ReceiverRegistration, WebhookValues } from '../context.ts'
import { noteRead, noteReceiver } from '../reports/early-reads.ts'
import { allNotifications } from '../reports/views.ts'
import { MethodGroup } from '../method-group.ts'

export class ReceiverMethodGroup extends MethodGroup {
  /**
   * Registers an endpoint in this process for events. A second receiver at the same URL replaces the
   * first: its answer, its events and its secret.
   *
   * @throws EmulatorError when the URL, an event, the answer or the secret is invalid
   * @example
   * const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: app.fetch })
   */
  receiver(options: ReceiverOptions & { readonly register?: true }): RegisteredReceiver
  receiver(options: ReceiverOptions): Receiver
  receiver(options: ReceiverOptions): Receiver {
    const receiver = registerReceiver(this.context, options, 'process')
    contextByReceiver.set(receiver, this.context)
    noteReceiver(this.context, receiver.url)
    noteReplacement(this.context, receiver)
    return receiver
  }
}

/** The emulators of receivers, for matchers. */
const contextByReceiver = new WeakMap<object, EmulatorContext>()

/**
 * The context of the emulator that a receiver belongs to; undefined for any other object.
 *
 * @throws EmulatorError for a receiver that was replaced
 */
export function contextOfReceiver(receiver: object): EmulatorContext | undefined {
  assertNotReplaced(receiver)
  return contextByReceiver.get(receiver)
}

/** The latest receivers of each emulator, by URL. */
const latestReceivers = new WeakMap<EmulatorContext, Map<string, Receiver>>()

/** Why the deliveries of a receiver are not read, and what to do. */
type Replacement = Pick<EmulatorErrorDetails, 'reason' | 'advice'>

/** The receivers that are not read: another one replaced them before their first delivery, or in a fork. */
const replacements = new WeakMap<object, Replacement>()

/** Notes that only forks of an emulator go on: they have the URLs and the answers of its receivers. */
export function endReceivers(context: EmulatorContext): void {
  for (const [url, receiver] of latestReceivers.get(context) ?? [])
    replacements.set(receiver, {
      reason: `the receiver of ${redactUrl(url)} belongs to the emulator of \`prepare\`, which has ended`,
      advice: 'Create it in the test.',
    })
}

/** Notes that a new receiver replaces the one of the same URL. */
function noteReplacement(context: EmulatorContext, receiver: Receiver): void {
  const { url } = receiver
  const latest = latestReceivers.get(context) ?? new Map<string, Receiver>()
  latestReceivers.set(context, latest)
  const replaced = latest.get(url)
  latest.set(url, receiver)
  if (!replaced) return
  const isReached = allNotifications(context.store).some(({ attempts }) =>
    attempts.some((attempt) => attempt.url === url),
  )
  if (!isReached)
    replacements.set(replaced, {
      reason: `a later receiver of ${redactUrl(url)} replaced it`,
      advice: 'Read those of the later one, or give each receiver its own `url`.',
    })
}

/** Throws for a replaced receiver: the deliveries to its URL are those of the later one. */
function assertNotReplaced(receiver: object): void {
  const replacement = replacements.get(receiver)
  if (!replacement) return
  const action = 'read the deliveries of a receiver'
  throw new EmulatorError('replaced_receiver', { action, ...replacement })
}

/** The receivers of the emulators that were given an `answer` without a value. */
const undefinedAnswers = new WeakSet<object>()

/** Whether a receiver was given an `answer` without a value, such as the `fetch` of an app that has none. */
export const hasUndefinedAnswer = ({ receivers }: EmulatorContext): boolean =>
  undefinedAnswers.has(receivers)

const createAction = 'make a receiver'
const answerDefault = 200

/** Registers a receiver. Deliveries to it stay in the process, or go to its URL over the network. */
export function registerReceiver(
  context: EmulatorContext,
  options: ReceiverOptions,
  place: 'process' | 'network',
): Receiver {
  const { store, receivers } = context
  const checked = checkedReceiverOptions(context, options)
  const { url, answer = answerDefault, events, secret, register } = checked
  assertReceiverAnswer(answer, createAction)
  if ('answer' in options && options.answer === undefined) undefinedAnswers.add(receivers)
  const listensHere = checked.answer === undefined && isLoopbackName(new URL(url).hostname)
  const reached = listensHere ? 'network' : place
  if (register) registerWebhook(context, defined({ url, events: [...events], secret }), reached)
  if (reached === 'process') receivers.set(url, answer)
  else if (register) receivers.delete(url)
  const receiver = createReceiver(url, {
    find(address) {
      const found = [...store.scan('webhooks')].filter((row) => row['url'] === address).at(-1)
      return found as { id: string; secret: string } | undefined
    },
    notifications() {
      assertNotReplaced(receiver)
      noteRead(context, url)
      return store.scan('webhook_notifications') as Iterable<Notification>
    },
    answer(address, next) {
      assertReceiverAnswer(next, `answer at ${address}`)
      receivers.set(address, next)
    },
  })
  return receiver
}

/** Registers a webhook for a receiver. */
function registerWebhook(
  context: EmulatorContext,
  values: WebhookValues,
  place: ReceiverRegistration['place'],
): void {
  const { model, store, registrations } = context
  const limitProblem = rowLimitProblem('webhooks', store.size('webhooks'))
  if (limitProblem) throw badReceiver(problemReason(limitProblem), 'Delete webhooks.')
  model.runWithoutEvents((tx) => writeWebhook(context, tx, values))
  const index = registrations.findIndex((each) => each.values.url === values.url)
  if (index < 0) registrations.push({ values, place })
  else registrations[index] = { values, place }
}

/** Creates the webhook of a receiver, or updates the one that an earlier receiver at the URL registered. */
function writeWebhook(context: EmulatorContext, tx: Transaction, values: WebhookValues): void {
  const { store, receiverWebhooks } = context
  const { url } = values
  const known = receiverWebhooks.value.get(url)
  const previous = known === undefined ? undefined : store.get('webhooks', known)
  if (previous?.['url'] === url) {
    const secret = values.secret ?? firstSecret(context, tx, previous)
    tx.update('webhooks', previous.id, { ...values, active: true, secret })
    return
  }
  const { id } = tx.insert('webhooks', { ...values, active: true })
  changeTree(receiverWebhooks, (tree) => tree.set(url, String(id)))
}

/** The secret that a webhook has when it is created. */
function firstSecret({ catalog }: EmulatorContext, tx: Tx, webhook: Row): unknown {
  const column = catalog.columns('webhooks').find(({ name }) => name === 'secret')
  return column && defaultValueOf(tx, 'webhooks', column, webhook)
}

/** After a reset: registers the receivers that are still active once more, in the same order. */
export function reregisterReceivers(context: EmulatorContext): void {
  const { registrations, receivers, model } = context
  if (registrations.length === 0) return
  const active = registrations.filter(
    ({ values, place }) => place === 'network' || receivers.has(values.url),
  )
  model.runWithoutEvents((tx) => {
    for (const { values } of active) writeWebhook(context, tx, values)
  })
  registrations.splice(0, registrations.length, ...active)
}

/** @throws EmulatorError for an unknown option, and an invalid URL, event or secret */
export function checkedReceiverOptions(context: EmulatorContext, given: ReceiverOptions) {
  const options = readOptions(receiverOptions, given, {
    action: createAction,
    code: 'bad_receiver',
    example: '{ url: "https://app.test/hooks" }',
  })
  const known = context.catalog.events as readonly EventName[]
  const { events = known, secret } = options
  if (!Array.isArray(events))
    throw badReceiver(`"events" is ${quoteValue(events)}`, `Give a list such as ["${known[0]}"].`)
  if (events.length === 0)
    throw badReceiver('"events" is []', 'Give at least one event, or leave out `events` for all.')
  for (const event of events) {
    if (known.includes(event)) continue
    const [start, ...rest] = String(event).split('*')
    const matching = known.filter((each) => rest.length > 0 && each.startsWith(start as string))
    if (matching.length > 0 && matching.length < known.length)
      throw badReceiver(
        `${quoteValue(event)} is a pattern`,
        `Give each event: ${JSON.stringify(matching)}.`,
      )
    throw unknownInCatalog('event', event, known, context.catalog)
  }
  if (secret !== undefined && !canSign(context, secret)) {
    context.droppedEntries.addBehaviours([signatureScheme])
    throw badReceiver(
      `the secret ${quoteValue(secret)} cannot sign a delivery`,
      'Give "whsec_" and base64, such as "whsec_c2VjcmV0", or leave out `secret`.',
    )
  }
  return { ...options, events }
}

/** Whether a secret can sign deliveries: Standard Webhooks requires `whsec_` and base64, other schemes any string. */
export function canSign({ settings, alternativesCell }: EmulatorContext, secret: unknown): boolean {
  if (typeof secret !== 'string' || secret === '') return false
  if (settings.customSign || alternativesCell.value.has(signatureScheme.id)) return true
  return isStandardSecret(secret)
}

const badReceiver = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_receiver', { action: createAction, reason, advice })
