/** Where a test hears of events: its receivers, and the webhooks that are registered for them. */
import type { Notification } from '../../deliver/notification.ts'
import { signature, standardDigest } from '../../deliver/signatures.ts'
import { insistOnAnswer } from '../../deliver/transport.ts'
import { createReceiver, type Receiver, type ReceiverOptions } from '../../kit/receivers.ts'
import { EmulatorError, unknownName } from '../../machine/errors.ts'
import { insistOnKeys, isObject, quoted } from '../../machine/argument-checks.ts'
import { secretFor } from '../../resources/webhooks.signing-secret.ts'
import { webhookEvents } from '../../resources/webhooks.events.ts'
import type { Assembly } from '../context.ts'

/** A webhook that was registered for a receiver. */
export interface Registration {
  readonly values: WebhookValues
  /** Its id. */
  readonly webhook: string
  /** Whether a reset did it: the next receiver at that address takes its place. */
  readonly again: boolean
}

interface WebhookValues {
  readonly url: string
  readonly events: readonly string[]
  readonly secret?: string
}

const making = 'make a receiver'

const optionNames = ['url', 'events', 'answer', 'secret', 'register']

export function receiverOf(assembly: Assembly, options: ReceiverOptions): Receiver {
  insistOnOptions(assembly, options)
  const { store, receivers } = assembly
  const { url, answer = 200, events = webhookEvents, secret, register: wanted = true } = options
  insistOnAnswer(answer, making)
  if (wanted) register(assembly, { url, events: [...events], ...(secret && { secret }) })
  return createReceiver(options, {
    find(address) {
      const found = [...store.walk('webhooks')].filter((row) => row['url'] === address).at(-1)
      return found as { id: string; secret: string } | undefined
    },
    notifications: () => store.walk('webhook_notifications') as Iterable<Notification>,
    answer(address, next) {
      insistOnAnswer(next, `answer at ${address}`)
      receivers.set(address, next)
    },
  })
}

function register(assembly: Assembly, values: WebhookValues): void {
  const { model, store } = assembly
  const all = (assembly.registered ??= [])
  const place = all.findIndex((each) => each.again && each.values.url === values.url)
  const before = all[place] && store.get('webhooks', all[place].webhook)
  model.quietly((tx) => {
    const { id } =
      before?.['url'] === values.url
        ? tx.update('webhooks', before.id, {
            ...values,
            active: true,
            secret: values.secret ?? secretFor(tx, String(before.id), 1),
          })
        : tx.insert('webhooks', { ...values, active: true })
    const registration = { values, webhook: id, again: false }
    if (place < 0) all.push(registration)
    else all[place] = registration
  })
}

/** After a reset: registers every receiver once more that is still there, in the same order. */
export function registerAgain(assembly: Assembly): void {
  const { registered, receivers, model } = assembly
  if (!registered) return
  const standing = registered.filter(({ values }) => receivers.has(values.url))
  assembly.registered = model.quietly((tx) =>
    standing.map(({ values }) => {
      const { id } = tx.insert('webhooks', { ...values, active: true })
      return { values, webhook: id, again: true }
    }),
  )
}

function insistOnOptions(assembly: Assembly, options: ReceiverOptions): void {
  if (!isObject(options)) throw badReceiver(`${quoted(options)} is no object`, exampleOfUrl)
  insistOnKeys(options, optionNames, making)
  const { url, events = [], secret, register: wanted = true } = options as ReceiverOptions
  if (!Array.isArray(events)) {
    throw badReceiver(`"events" is ${quoted(events)}`, 'Give a list such as ["user.merged"].')
  }
  for (const event of events) {
    if (!webhookEvents.includes(event)) throw unknownName('event', event, webhookEvents)
  }
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:/.test(url)) {
    throw badReceiver(`its url is ${url === undefined ? 'missing' : quoted(url)}`, exampleOfUrl)
  }
  if (typeof wanted !== 'boolean') {
    throw badReceiver(`"register" is ${quoted(wanted)}`, 'Give true or false.')
  }
  if (secret !== undefined && !canSign(assembly, secret)) {
    throw badReceiver(
      `nothing can be signed with the secret ${quoted(secret)}`,
      'Give "whsec_" and base64, such as "whsec_c2VjcmV0", or leave it out.',
    )
  }
}

/** Whether deliveries can be signed with a secret: the standard wants base64, others any text. */
function canSign({ settings, readingsCell }: Assembly, secret: unknown): boolean {
  if (typeof secret !== 'string' || secret === '') return false
  if (settings.sign || readingsCell.value.has(signature.id)) return true
  try {
    return standardDigest(secret, 'id', 0, '') !== ''
  } catch {
    return false
  }
}

const exampleOfUrl = 'Write it whole, such as { url: "https://app.test/hooks" }.'

const badReceiver = (because: string, advice: string): EmulatorError =>
  new EmulatorError('bad_receiver', { could: making, because, advice })
