/** Receivers of an emulator in another process, by URL. */
import type { ReceivedDelivery, ReceiverOptions } from '../../engine/kit/receivers.ts'
import type { ScriptedAnswer } from '../../engine/model/receiver-answer.ts'
import { isObject } from '../../engine/errors/argument-checks.ts'
import { needsAwait } from '../../engine/errors/needs-await.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { type ControlClient, withClient } from './control-client.ts'

/** Options of a receiver of a remote emulator. */
export interface RemoteReceiverOptions extends Omit<ReceiverOptions, 'answer'> {
  /** A status or an answer as data. Default: none, deliveries go to the URL over the network. */
  readonly answer?: number | ScriptedAnswer
}

/** A webhook endpoint of a remote emulator. */
export interface RemoteReceiver {
  /** The URL of the endpoint. */
  readonly url: string
  /** Returns the id of the webhook with this URL; undefined if no webhook is registered. */
  webhook(): Promise<string | undefined>
  /** Returns the secret that deliveries are signed with; undefined if no webhook is registered. */
  secret(): Promise<string | undefined>
  /** Returns the deliveries that were sent to the URL, oldest first. */
  deliveries(): Promise<ReceivedDelivery[]>
  /** Returns one line per attempt: time, event, number of the attempt and result. */
  transcript(): Promise<string[]>
  /** Replaces the answer. Deliveries stay on the server from then on. */
  answer(answer: number | ScriptedAnswer): Promise<void>
}

interface ReceiverView {
  readonly webhook?: string
  readonly secret?: string
  readonly deliveries: ReceivedDelivery[]
  readonly transcript: string[]
}

export async function createRemoteReceiver(
  client: ControlClient,
  options: RemoteReceiverOptions,
): Promise<RemoteReceiver> {
  const { control } = client
  if (isObject(options)) assertAnswerAsData(options.answer, 'make a receiver')
  const { url } = await control<{ url: string }>('POST', 'receivers', options)
  const read = (): Promise<ReceiverView> =>
    control('GET', `receivers?url=${encodeURIComponent(url)}`)
  const receiver: RemoteReceiver = {
    url,
    webhook: async () => (await read()).webhook,
    secret: async () => (await read()).secret,
    deliveries: listMethod('deliveries', async () => (await read()).deliveries),
    transcript: listMethod('transcript', async () => (await read()).transcript),
    async answer(answer) {
      assertAnswerAsData(answer, `answer at ${url}`)
      await control('PUT', 'receivers', { url, answer })
    },
  }
  return withClient(receiver, client)
}

/** A method whose use as a list throws: a local receiver has the list itself, and a function also has a `length`. */
const listMethod = <T>(name: string, method: () => Promise<T>): (() => Promise<T>) =>
  new Proxy(() => needsAwait(name, method), {
    get(target, member, receiver) {
      const isOfList = member === 'length' || (member in [] && !(member in target))
      if (!isOfList) return Reflect.get(target, member, receiver) as unknown
      throw new EmulatorError('not_called', {
        action: `read \`${name}\` of a receiver in another process`,
        reason: 'it is a method there',
        advice: `Call it: \`await hook.${name}()\`.`,
      })
    },
  })

/** Throws for a handler: JSON has no functions, so that the server would never call it. */
function assertAnswerAsData(answer: unknown, action: string): void {
  if (typeof answer !== 'function') return
  throw new EmulatorError('bad_answer', {
    action,
    reason: 'the answer is a function, and the server of the emulator cannot call it',
    advice:
      'Give a status or { status, body, latency }, or leave out `answer` and listen at the URL.',
  })
}
