/** Control-plane routes for receivers: endpoints in any process, by URL. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { contextOf } from '../emulator/emulator.ts'
import { registerReceiver } from '../emulator/methods/receivers.ts'
import type { Receiver, ReceiverOptions } from '../kit/receivers.ts'
import { EmulatorError } from '../errors/errors.ts'
import { isObject } from '../errors/argument-checks.ts'
import type { ReceiverAnswer } from '../model/receiver-answer.ts'
import { type ControlBody, parseBody, type ControlRoutes, queryText } from './route.ts'

export function receiverRoutes(emulator: Emulator): ControlRoutes {
  const context = contextOf(emulator)
  const find = (url: unknown): Receiver =>
    registerReceiver(context, { url: url as string, register: false }, 'network')
  return {
    /** Registers a webhook. With an answer, deliveries stay in the emulator; otherwise they go to the URL. */
    'POST receivers'(body: ControlBody) {
      const isInProcess = isObject(body) && body['answer'] !== undefined
      const options = body as object as ReceiverOptions
      return viewReceiver(registerReceiver(context, options, isInProcess ? 'process' : 'network'))
    },
    'GET receivers': (_, __, request) =>
      viewReceiver(find(queryText(new URL(request.url).searchParams, 'url'))),
    'PUT receivers'(body) {
      const { url, answer } = parseBody(body, ['url', 'answer'])
      if (answer === undefined) throw missingAnswer()
      const receiver = find(url)
      receiver.answer(answer as ReceiverAnswer)
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

const missingAnswer = (): EmulatorError =>
  new EmulatorError('bad_body', {
    action: 'set the answer of a receiver',
    reason: '"answer" is missing',
    advice: 'Send {"url":"http://127.0.0.1:3000/hooks","answer":{"status":500}}.',
  })
