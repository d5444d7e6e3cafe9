/** What differs in a run of a story: faults, the connection of the integration, its deliveries, a restart. */
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { FaultRule } from '../../engine/faults/fault-rule.ts'
import type { ReceiverContext } from '../../engine/model/receiver-answer.ts'
import { defined } from '../../engine/errors/defined.ts'
import type { Schedule } from '../run/schedule.ts'
import type { Connect, Connection, Integration } from '../scenario/integration.ts'
import { type IntegrationStorage, StoredRunValues } from '../scenario/storage.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'

/** What differs in a run of a story. */
export interface StoryVariant {
  /** Changes the connection that the integration receives, such as its clock. Default: none. */
  readonly connection?: (connection: Connection) => Connection
  /** Changes a delivery before the webhook endpoint receives it. Default: none. */
  readonly delivery?: (request: Request, connection: Connection) => Request | Promise<Request>
  /** Whether the integration restarts on the same storage before it receives a delivery. Default: never. */
  readonly restart?: (request: Request, connection: Connection) => boolean
  /** Called before each synchronization. Default: none. */
  readonly resync?: (connection: Connection) => void
  /** The deviations. Default: none. */
  readonly schedule?: Schedule
}

/** The storages of instances that start without what an earlier one stored. Another process clears its storage then. */
export const emptyStorages = new WeakSet<IntegrationStorage>()

/** Creates a storage without values. */
export function emptyStorage(): IntegrationStorage {
  const storage = new StoredRunValues().open({
    isAlive: () => true,
    write: (_, __, perform) => perform(),
  })
  emptyStorages.add(storage)
  return storage
}

/** The story with a change of the service before its first step. `name` tells the variants of a story apart. */
export const withStart = (
  story: Scenario,
  name: string,
  start: (emulator: Emulator) => void,
): Scenario => ({
  ...story,
  name: `${story.name}-${name}`,
  async script(context) {
    start(context.emulator)
    return story.script(context)
  },
})

/** The story with a fault from its first step on. */
export const withFault = (story: Scenario, name: string, fault: FaultRule): Scenario =>
  withStart(story, name, (emulator) => void emulator.fault(fault))

/** The story with a fault that also hits the calls of `connect`. */
export const withEarlyFault = (story: Scenario, name: string, fault: FaultRule): Scenario => ({
  ...story,
  name: `${story.name}-${name}`,
  async given(emulator) {
    const given = await story.given?.(emulator)
    emulator.fault(fault)
    return given
  },
})

/** Connects the integration with the changes of a variant. `onCall` is called for each call through its connection. */
export function variedConnect(
  connect: Connect,
  { connection, delivery, restart, resync }: StoryVariant,
  onCall: () => void,
): Connect {
  if (!connection && !delivery && !restart && !resync) return connect
  return async (original) => {
    const own: Connection = {
      ...original,
      fetch: (...call) => {
        onCall()
        return original.fetch(...call)
      },
    }
    let end = new AbortController()
    let lost = lostWith(end.signal)
    const start = (): Integration | Promise<Integration> => {
      end.abort()
      end = new AbortController()
      lost = lostWith(end.signal)
      const signal = AbortSignal.any([original.signal, end.signal])
      const connected = connection ? connection(own) : own
      const started = { ...connectionWhile(connected, () => !signal.aborted), signal }
      return connect(restart ? started : connected)
    }
    let current = await start()
    let starting: Promise<void> | undefined
    /** Starts one instance for all deliveries that arrive in the meantime. */
    const startAgain = (): Promise<void> =>
      (starting ??= (async () => {
        current = await start()
        starting = undefined
      })())
    async function receive(request: Request, context: ReceiverContext): Promise<unknown> {
      await (restart?.(request, own) ? startAgain() : starting)
      const received = delivery ? await delivery(request, own) : request
      const ended = lost
      const waitUntil = (work: Promise<unknown>): void =>
        context.waitUntil(Promise.race([work, ended]))
      return Promise.race([current.fetch?.(received, { waitUntil }), ended])
    }
    const { ignore, pollEvery, commute } = current
    return {
      ...defined({ ignore, pollEvery, commute }),
      ...(current.fetch && { fetch: receive as Integration['fetch'] }),
      ...(current.resync && {
        resync() {
          resync?.(own)
          return current.resync?.()
        },
      }),
      ...(current.state && { state: () => current.state?.() }),
      ...(current.effects && { effects: () => current.effects?.() }),
      ...(current.problems && { problems: () => current.problems?.() }),
      stop: () => current.stop?.(),
    } as Integration
  }
}

/** The response of an instance that ends before it answers: the connection is lost. */
const lostWith = (signal: AbortSignal): Promise<Response> =>
  new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(Response.error()), { once: true }),
  )

/** Returns a predicate that is true from the second delivery of a notification on. */
export function wasDelivered(): (request: Request) => boolean {
  const ids = new Set<string | null>()
  return ({ headers }) => {
    const id = headers.get('webhook-id')
    return ids.size === ids.add(id).size
  }
}

/** Connects an integration whose calls and sleeps never end once a condition is false, as in a process that ended. */
export const whileTrue =
  (connect: Connect, isTrue: () => boolean): Connect =>
  (connection) =>
    connect(connectionWhile(connection, isTrue))

function connectionWhile(connection: Connection, isTrue: () => boolean): Connection {
  const never = new Promise<never>(() => {})
  return {
    ...connection,
    fetch: async (...call) => {
      if (!isTrue()) return never
      const response = await connection.fetch(...call)
      return isTrue() ? response : never
    },
    async sleep(duration) {
      await connection.sleep(duration)
      if (!isTrue()) await never
    },
  }
}
