/** Control-plane routes for receivers: endpoints in any process, by URL. */
import type { Emulator } from '../emulator/emulator-api.ts'
import type { EmulatorContext } from '../emulator/context.ts'
import { contextOf } from '../emulator/emulator.ts'
import { registerReceiver } from '../emulator/methods/receivers.ts'
import { type Receiver, receiverOptions, type ReceiverOptions } from '../kit/receivers.ts'
import { unknownNameError } from '../errors/errors.ts'
import { required } from '../errors/options.ts'
import { isLoopbackName } from '../errors/host-names.ts'
import { isObject } from '../errors/argument-checks.ts'
import type { ReceiverAnswer } from '../model/receiver-answer.ts'
import { readBody, type ControlRoutes, queryText } from './route.ts'

export function receiverRoutes(emulator: Emulator): ControlRoutes {
  const context = contextOf(emulator)
  /** The URLs of the receivers that other processes named, also of those without a webhook. */
  const named = new Set<string>()
  const find = (url: unknown): Receiver =>
    registerReceiver(context, { url: url as string, register: false }, 'network')
  return {
    /**
     * Registers a receiver. With an `answer`, deliveries do not leave the emulator.
     *
     * @body {"url":"http://127.0.0.1:3000/hooks","events":["user.merged"]}
     */
    'POST receivers'({ body }) {
      const isInProcess = isObject(body) && body['answer'] !== undefined
      const options = body as object as ReceiverOptions
      const receiver = registerReceiver(context, options, isInProcess ? 'process' : 'network')
      named.add(receiver.url)
      const isReachable = isLoopbackName(new URL(receiver.url).hostname)
      return {
        ...viewReceiver(receiver),
        ...(isInProcess && isReachable && { note: answeredNote }),
      }
    },
    /**
     * Returns a receiver with its deliveries. Refuses a URL that no receiver or webhook has or had.
     *
     * @query url
     */
    'GET receivers'({ query }) {
      const receiver = find(queryText(query, 'url'))
      assertKnownUrl(context, receiver, named)
      return viewReceiver(receiver)
    },
    /**
     * Replaces the answer of a receiver. Refuses a URL that no receiver or webhook has or had.
     *
     * @body {"url":"http://127.0.0.1:3000/hooks","answer":{"status":500}}
     */
    'PUT receivers'({ body }) {
      const { url, answer } = readBody(answerBody, body, {
        action: 'set the answer of a receiver',
      })
      const receiver = find(url)
      assertKnownUrl(context, receiver, named)
      receiver.answer(answer)
      return viewReceiver(receiver)
    },
  }
}

/** Throws for a URL that no receiver, webhook or delivery has: a misspelt one would look like one without deliveries. */
function assertKnownUrl(
  { store, receivers, registrations }: EmulatorContext,
  { url, deliveries }: Receiver,
  named: ReadonlySet<string>,
): void {
  const known = new Set([
    ...named,
    ...receivers.keys(),
    ...registrations.map(({ values }) => values.url),
    ...[...store.scan('webhooks')].map((webhook) => String(webhook['url'])),
  ])
  if (known.has(url) || deliveries.length > 0) return
  throw unknownNameError('receiver', url, known, 'find the receiver')
}

const answeredNote =
  'The emulator answers, and nothing arrives at the URL. Leave out "answer" to deliver over the network.'

/** A receiver as JSON, with its deliveries. */
const viewReceiver = ({ url, webhook, secret, deliveries, transcript }: Receiver) => ({
  url,
  webhook,
  secret,
  deliveries,
  transcript,
})

const answerBody = {
  url: receiverOptions.url,
  answer: required<ReceiverAnswer>({
    isValid: () => true,
    expected: 'an answer: {"url":"http://127.0.0.1:3000/hooks","answer":{"status":500}}',
  }),
}
