/** Control-plane routes for receivers: endpoints in any process, by URL. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { contextOf } from '../emulator/emulator.ts'
import { registerReceiver } from '../emulator/methods/receivers.ts'
import { type Receiver, receiverOptions, type ReceiverOptions } from '../kit/receivers.ts'
import { required } from '../errors/options.ts'
import { isObject } from '../errors/argument-checks.ts'
import type { ReceiverAnswer } from '../model/receiver-answer.ts'
import { readBody, type ControlRoutes, queryText } from './route.ts'

export function receiverRoutes(emulator: Emulator): ControlRoutes {
  const context = contextOf(emulator)
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
      return viewReceiver(registerReceiver(context, options, isInProcess ? 'process' : 'network'))
    },
    /**
     * Returns a receiver with its deliveries.
     *
     * @query url
     */
    'GET receivers': ({ query }) => viewReceiver(find(queryText(query, 'url'))),
    /**
     * Replaces the answer of a receiver.
     *
     * @body {"url":"http://127.0.0.1:3000/hooks","answer":{"status":500}}
     */
    'PUT receivers'({ body }) {
      const { url, answer } = readBody(answerBody, body, {
        action: 'set the answer of a receiver',
      })
      const receiver = find(url)
      receiver.answer(answer)
      return viewReceiver(receiver)
    },
  }
}

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
