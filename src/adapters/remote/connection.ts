/** Connects to an emulator in another process. Each call is a request to its control plane. */
import { assertArgumentCount, withArgumentCount } from '../../engine/errors/argument-count.ts'
import { isSelectedBy } from '../../engine/emulator/methods/record-queries.ts'
import type { InstanceView } from '../../engine/control/instance-routes.ts'
import { type JsonMethod, jsonMethods } from '../../engine/emulator/json-methods.ts'
import type { JournalEntry } from '../../engine/journal/entry-types.ts'
import type { RequestEntry } from '../../engine/journal/kinds/request.ts'
import type {
  CallMatch,
  DeliveryMatch,
  ReceivedCall,
} from '../../engine/emulator/reports/calls-and-deliveries.ts'
import { recordsOfSource } from '../../engine/kit/rows/record-source.ts'
import { findMatches } from '../../engine/kit/journal/match-result.ts'
import type { InternalError } from '../../engine/serve/call.ts'
import { isObject, quoteValue } from '../../engine/errors/argument-checks.ts'
import type { SavedWorld } from '../../engine/emulator/worlds/world-file.ts'
import { emulatorPrototype } from '../../engine/emulator/unknown-methods.ts'
import { EmulatorError, textOf } from '../../engine/errors/errors.ts'
import { needsAwait } from '../../engine/errors/needs-await.ts'
import { explainHeader } from '../../engine/serve/call.ts'
import type { UsageOptions } from '../../engine/emulator/reports/usage.ts'
import type { UsageData } from '../../engine/kit/usage/usage.ts'
import { usageFrom } from '../../engine/kit/usage/usage-report.ts'
import { internalErrorFailure } from '../../engine/serve/internal-error.ts'
import {
  assertServerUrl,
  connectAction,
  type ControlClient,
  requestControl,
  otherServer,
  withClient,
} from './control-client.ts'
import { assertSendable, createRemoteActs } from './remote-acts.ts'
import type { RemoteEmulator, RemoteOptions, RemoteSnapshot } from './remote-emulator.ts'
import { createRemoteFault, createRemoteOutage } from './remote-faults.ts'
import { createRemoteReceiver } from './remote-receiver.ts'
import { runRemoteWork } from './remote-work.ts'

/**
 * Creates an emulator instance on a running server. Parallel tests with an instance each share no data. The instance has
 * the world of its own options, not that of the server.
 *
 * @throws EmulatorError if no server answers at `url`, or the server refuses the options
 * @example
 * await using emulator = await connectEmulator('http://127.0.0.1:4010', { world: 'small-school' })
 * const mia = await emulator.given('users', { first_name: 'Mia' })
 */
export function connectEmulator(url: string, options: RemoteOptions = {}): Promise<RemoteEmulator> {
  return needsAwait('connectEmulator', async () => {
    assertArgumentCount('connectEmulator', 2, arguments)
    return connectTo(url, options)
  })
}

async function connectTo(url: string, options: RemoteOptions): Promise<RemoteEmulator> {
  assertServerUrl(url)
  // Note: JavaScript callers may pass any value.
  if (!isObject(options as unknown))
    throw new EmulatorError('bad_option', {
      action: connectAction,
      reason: `the options are ${quoteValue(options)}`,
      advice: "Give an object such as { world: 'small-school' }.",
    })
  const path = 'instances'
  const request = { method: 'POST', path, body: options }
  const instance = await requestControl<InstanceView | string>(url, request)
  if (typeof instance === 'object' && 'token' in instance) return createRemote(url, instance)
  throw otherServer(url)
}

interface PendingCall {
  readonly name: string
  readonly advice: string
}

const pendingCalls = new WeakMap<RemoteEmulator, ReadonlySet<PendingCall>>()

/** Throws if a call of a remote emulator still runs: nothing looks at its result. */
export function assertNothingPending(emulator: RemoteEmulator): void {
  // Note: a matcher begins its own calls before it.
  const call = [...(pendingCalls.get(emulator) ?? [])].at(-1)
  if (call === undefined) return
  throw new EmulatorError('unsettled_work', {
    action: 'end the test',
    reason: `a method or a matcher of the emulator still runs (${call.name})`,
    advice: call.advice,
  })
}

interface ClosedInstance {
  readonly internalErrors: readonly InternalError[]
}

function createRemote(url: string, instance: Omit<InstanceView, 'now'>): RemoteEmulator {
  const { key, baseUrl, token } = instance
  const headers = { authorization: `Bearer ${token}` }
  let isClosed = false
  const pending = new Set<PendingCall>()
  const track: ControlClient['track'] = (name, work, advice = 'Await it.') => {
    const pendingCall = { name, advice }
    pending.add(pendingCall)
    return work.finally(() => pending.delete(pendingCall))
  }
  const control: ControlClient['control'] = async (method, path, body) => {
    if (isClosed) throw closedError(key, `${method} ${path}`)
    return track(`${method} ${path}`, requestControl<never>(url, { method, path, body, key }))
  }
  const call: ControlClient['call'] = async <T>(name: string, ...args: readonly unknown[]) => {
    const response = await control<{ result: T }>('POST', `methods/${name}`, { arguments: args })
    return response.result
  }
  const callsElsewhere = async (): Promise<number> => {
    const path = 'journal?kind=request'
    return (await requestControl<readonly JournalEntry[]>(url, { method: 'GET', path })).length
  }
  const client: ControlClient = { control, call, track, callsElsewhere }
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    const request = { method: 'DELETE', path: `instances/${key}` }
    const { internalErrors } = await requestControl<ClosedInstance>(url, request)
    if (internalErrors.length > 0) throw internalErrorFailure(internalErrors)
  }
  const fork: RemoteEmulator['fork'] = async ({ instanceKey: forkKey, test } = {}) => {
    const body = { key: forkKey, test }
    const forked = await control<{ key: string; token: string }>('POST', 'forks', body)
    return createRemote(url, { ...forked, baseUrl })
  }
  const remote: RemoteEmulator = {
    key,
    baseUrl,
    token,
    headers,
    control,
    close,
    fork,
    ...withEmulatorTypes({
      act: createRemoteActs(client),
      ...jsonMethodsOf(client),
      ...countedMethods(client),
    }),
    async fetch(path, init) {
      if (isClosed) throw closedError(key, `fetch ${path}`)
      const sent = new Headers(init?.headers)
      if (!sent.has('authorization')) sent.set('authorization', headers.authorization)
      return fetch(baseUrl + path, { ...init, headers: sent })
    },
    [Symbol.asyncDispose]: close,
  }
  Object.setPrototypeOf(remote, emulatorPrototype)
  const connected = withClient(remote, client)
  pendingCalls.set(connected, pending)
  return connected
}

/** Gives methods the types of `Emulator`: the server returns such values, but JSON has no types. */
const withEmulatorTypes = <M extends object>(
  methods: M,
): Pick<RemoteEmulator, keyof M & keyof RemoteEmulator> => methods as never

/** The methods whose arguments and results are JSON. */
const jsonMethodsOf = ({ call }: ControlClient): Readonly<Record<JsonMethod, unknown>> =>
  Object.fromEntries(
    jsonMethods.map((name) => [
      name,
      (...args: unknown[]) => needsAwait(name, () => call(name, ...args)),
    ]),
  ) as Record<JsonMethod, unknown>

/** The methods whose arguments or results need a conversion, with the number of arguments of each. */
function countedMethods(client: ControlClient): ReturnType<typeof convertedMethods> {
  const counted = Object.entries(convertedMethods(client)).map(([name, method]) => {
    const perform = withArgumentCount(name, method as (...args: never[]) => unknown)
    return [name, (...args: never[]) => needsAwait(name, async () => perform(...args))]
  })
  return Object.fromEntries(counted) as ReturnType<typeof convertedMethods>
}

/** The methods whose arguments or results need a conversion, and those with routes of their own. */
function convertedMethods(client: ControlClient) {
  const { control, call } = client
  const journal = (filter?: object) => control<JournalEntry[]>('GET', `journal${queryOf(filter)}`)
  return {
    receiver: (options: never) => createRemoteReceiver(client, options),
    fault: (rule: never) => createRemoteFault(client, rule),
    outage: (options: never) => createRemoteOutage(client, options),
    run: (work: never, options: never) => runRemoteWork(client, work, options),
    snapshot: () => control<RemoteSnapshot>('POST', 'snapshots', {}),
    async restore(state: RemoteSnapshot | SavedWorld) {
      if (isSnapshot(state)) await control('PUT', `snapshots/${encodeURIComponent(state.id)}`)
      else await call('restore', state)
    },
    now: async () => new Date(await call<string>('now')),
    async given(resource: string, countOrValues?: unknown, values?: unknown) {
      const count = typeof countOrValues === 'number' ? countOrValues : undefined
      assertSendable(`give ${textOf(resource)}`, count === undefined ? countOrValues : values)
      const body = {
        resource,
        count: count ?? 1,
        values: (count === undefined ? countOrValues : values) ?? {},
      }
      const records = await control<unknown>('POST', 'given', body)
      if (count !== undefined) return records
      return Array.isArray(records) ? records[0] : records
    },
    importRecords: (records: object) =>
      call(
        'importRecords',
        Object.fromEntries(
          Object.entries(records).map(([name, source]) => [
            name,
            recordsOfSource(source) ?? source,
          ]),
        ),
      ),
    async rows(resource: string, where: unknown) {
      const { test } = (where ?? {}) as { test?: unknown }
      const selects = typeof where === 'function' ? where : test
      if (typeof selects !== 'function') return call('rows', resource, ...(where ? [where] : []))
      return (await call<[]>('rows', resource)).filter((each) =>
        isSelectedBy(resource, selects, selects.call(where, each)),
      )
    },
    // Note: matchers such as `expect.any` are functions, so the expectation is compared in this process.
    async received(operation?: string, expected?: CallMatch) {
      const calls = await call<ReceivedCall[]>(
        'received',
        ...(operation === undefined ? [] : [operation]),
      )
      if (expected === undefined) return calls
      const { callMatchFrom } =
        await import('../../engine/emulator/reports/calls-and-deliveries.ts')
      const { courseAdministration } = await import('../../service/course-administration.ts')
      return findMatches(calls, callMatchFrom(courseAdministration(), operation, expected, calls))
    },
    async delivered(event: string, expected?: DeliveryMatch) {
      const { deliveryMatchFrom } =
        await import('../../engine/emulator/reports/calls-and-deliveries.ts')
      const { courseAdministration } = await import('../../service/course-administration.ts')
      return findMatches(
        await call<object[]>('delivered', event),
        deliveryMatchFrom(courseAdministration(), event, expected),
      )
    },
    journal,
    async transcript(filter?: object) {
      const text = await control<string>('GET', `transcript${queryOf(filter)}`)
      return text.replace(/\n$/, '')
    },
    story: (filter?: object) => control('GET', `story${queryOf(filter)}`),
    assumptionReport: async () => printable(await call<{ text: string }>('assumptionReport')),
    usage: async (options?: UsageOptions) =>
      usageFrom(await call<UsageData>('usage', options ?? {})),
    async explain(response: Response | number) {
      const number = typeof response === 'number' ? response : await entryOf(response, journal)
      return printable(await call<{ text: string }>('explain', number))
    },
  }
}

/** Returns whether a value is a snapshot on the server: a saved world has no id. */
const isSnapshot = (state: RemoteSnapshot | SavedWorld): state is RemoteSnapshot =>
  isObject(state) && typeof state['id'] === 'string'

/** Adds the `toString` that JSON does not carry. */
const printable = <T extends { readonly text: string }>(report: T): T => ({
  ...report,
  toString: () => report.text,
})

/** A filter of the journal as a query: `?kind=request&kind=event`. */
function queryOf(filter: object = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    for (const each of [value as unknown].flat())
      query.append(name, each instanceof Date ? each.toISOString() : String(each))
  }
  return query.size > 0 ? `?${query}` : ''
}

/** The number of the journal entry of a response: from its header, or of the latest request with its URL. */
async function entryOf(
  { headers, url, status }: Response,
  entries: (filter: object) => Promise<JournalEntry[]>,
): Promise<number> {
  const explained = headers.get(explainHeader)
  if (explained !== null) return (JSON.parse(explained) as { entry: number }).entry
  const requests = (await entries({ kind: 'request' })) as RequestEntry[]
  const found = requests.findLast((each) => url.endsWith(each.path) && each.status === status)
  if (found) return found.number
  throw new EmulatorError('unknown_response', {
    action: `explain a response with status ${status}${url && ` from ${url}`}`,
    reason: 'the journal of this instance does not contain the response',
    advice: `Send the header "${explainHeader}: 1" with the request.`,
  })
}

function closedError(key: string, action: string): EmulatorError {
  return new EmulatorError('closed', {
    action,
    reason: `the instance "${key}" is closed`,
    advice: 'Make the call before `close` and await it, or connect again.',
  })
}
