/** Where a test hears of events: its receivers, and the webhooks that are registered for them. */
import type { Notification } from '../../model/notification.ts'
import { signatureScheme, standardSignature } from '../../deliver/signatures.ts'
import { assertReceiverAnswer } from '../../deliver/receiver-response.ts'
import { createReceiver, type Receiver, type ReceiverOptions } from '../../kit/receivers.ts'
import { EmulatorError, unknownNameError } from '../../machine/errors.ts'
import { assertKnownKeys, isObject, quoteValue } from '../../machine/argument-checks.ts'
import { generateSecret } from '../../resources/webhooks.signing-secret.ts'
import { eventNames } from '../../generated/event-names.ts'
import type { EmulatorContext } from '../context.ts'

/** A webhook that was registered for a receiver. */
export interface ReceiverRegistration {
  readonly values: WebhookValues
  /** Its id. */
  readonly webhook: string
  /** Whether a reset did it: the next receiver at that address takes its place. */
  readonly afterReset: boolean
}

interface WebhookValues {
  readonly url: string
  readonly events: readonly string[]
  readonly secret?: string
}

const createAction = 'make a receiver'

const receiverOptionNames = ['url', 'events', 'answer', 'secret', 'register']

export function registerReceiver(context: EmulatorContext, options: ReceiverOptions): Receiver {
  assertReceiverOptions(context, options)
  const { store, receivers } = context
  const {
    url,
    answer = 200,
    events = eventNames,
    secret,
    register: shouldRegister = true,
  } = options
  assertReceiverAnswer(answer, createAction)
  if (shouldRegister)
    registerWebhook(context, { url, events: [...events], ...(secret && { secret }) })
  return createReceiver(options, {
    find(address) {
      const found = [...store.scan('webhooks')].filter((row) => row['url'] === address).at(-1)
      return found as { id: string; secret: string } | undefined
    },
    notifications: () => store.scan('webhook_notifications') as Iterable<Notification>,
    answer(address, next) {
      assertReceiverAnswer(next, `answer at ${address}`)
      receivers.set(address, next)
    },
  })
}

function registerWebhook(context: EmulatorContext, values: WebhookValues): void {
  const { model, store } = context
  const registrations = (context.registrations ??= [])
  const index = registrations.findIndex((each) => each.afterReset && each.values.url === values.url)
  const previous = registrations[index] && store.get('webhooks', registrations[index].webhook)
  model.runWithoutEvents((tx) => {
    const { id } =
      previous?.['url'] === values.url
        ? tx.update('webhooks', previous.id, {
            ...values,
            active: true,
            secret: values.secret ?? generateSecret(tx, String(previous.id), 1),
          })
        : tx.insert('webhooks', { ...values, active: true })
    const registration = { values, webhook: id, afterReset: false }
    if (index < 0) registrations.push(registration)
    else registrations[index] = registration
  })
}

/** After a reset: registers every receiver once more that is still there, in the same order. */
export function reregisterReceivers(context: EmulatorContext): void {
  const { registrations, receivers, model } = context
  if (!registrations) return
  const active = registrations.filter(({ values }) => receivers.has(values.url))
  context.registrations = model.runWithoutEvents((tx) =>
    active.map(({ values }) => {
      const { id } = tx.insert('webhooks', { ...values, active: true })
      return { values, webhook: id, afterReset: true }
    }),
  )
}

function assertReceiverOptions(context: EmulatorContext, options: ReceiverOptions): void {
  if (!isObject(options)) throw badReceiver(`${quoteValue(options)} is no object`, urlAdvice)
  assertKnownKeys(options, receiverOptionNames, createAction)
  const { url, events = [], secret, register: shouldRegister = true } = options as ReceiverOptions
  if (!Array.isArray(events)) {
    throw badReceiver(`"events" is ${quoteValue(events)}`, 'Give a list such as ["user.merged"].')
  }
  for (const event of events) {
    if (!eventNames.includes(event)) throw unknownNameError('event', event, eventNames)
  }
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:/.test(url)) {
    throw badReceiver(`its url is ${url === undefined ? 'missing' : quoteValue(url)}`, urlAdvice)
  }
  if (typeof shouldRegister !== 'boolean') {
    throw badReceiver(`"register" is ${quoteValue(shouldRegister)}`, 'Give true or false.')
  }
  if (secret !== undefined && !canSign(context, secret)) {
    throw badReceiver(
      `nothing can be signed with the secret ${quoteValue(secret)}`,
      'Give "whsec_" and base64, such as "whsec_c2VjcmV0", or leave it out.',
    )
  }
}

/** Whether deliveries can be signed with a secret: the standard wants base64, others any text. */
function canSign({ settings, alternativesCell }: EmulatorContext, secret: unknown): boolean {
  if (typeof secret !== 'string' || secret === '') return false
  if (settings.customSign || alternativesCell.value.has(signatureScheme.id)) return true
  try {
    return standardSignature(secret, 'id', 0, '') !== ''
  } catch {
    return false
  }
}

const urlAdvice = 'Write it whole, such as { url: "https://app.test/hooks" }.'

const badReceiver = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_receiver', { action: createAction, reason, advice })
