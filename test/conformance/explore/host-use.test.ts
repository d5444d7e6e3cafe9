/** An integration that uses the network or the time of the host is refused. */
import { afterEach, expect, test, vi } from 'vitest'
import { explore, type ExploreOptions } from '../../../src/explore.ts'
import { setupEmulator } from '../../../src/node.ts'
import { watchHostUse } from '../../../src/engine/clock/fake-timers/host-use.ts'
import type { Connect } from '../../../src/scenarios.ts'
import { mirror, renamesOf } from './mirror.ts'

afterEach(() => {
  vi.useRealTimers()
})

const waiting =
  (wait: () => unknown): Connect =>
  (connection) => {
    const integration = mirror()(connection) as Awaited<ReturnType<Connect>>
    return {
      ...integration,
      async fetch(request, context) {
        await wait()
        return integration.fetch?.(request, context)
      },
    }
  }

test.each([
  ['fetch', () => fetch('https://other.test/').catch(() => undefined), 'Pass it `fetch`'],
  ['setTimeout', () => new Promise((resolve) => setTimeout(resolve, 1)), 'or share fake timers'],
  ['setInterval', () => clearInterval(setInterval(() => undefined, 9)), 'Pass it `sleep`'],
])('the global %s is inconclusive, with the stack', async (name, use, advice) => {
  const before = [globalThis.fetch, globalThis.setTimeout, globalThis.setInterval]
  const { ok, failures } = await explore(renamesOf(1), waiting(use), { depth: 1, runs: 5 })
  expect(ok).toBe(false)
  expect(failures).toMatchObject([{ verdict: 'inconclusive', replay: 'baseline' }])
  expect(failures[0]?.reason).toContain(`it uses the global \`${name}\``)
  expect(failures[0]?.reason).toContain(advice)
  expect(failures[0]?.reason?.split('\n')[1]).toContain('host-use.test.ts')
  expect([globalThis.fetch, globalThis.setTimeout, globalThis.setInterval]).toEqual(before)
})

/** Waits if the service refuses a call. */
const afterRefusal =
  (wait: () => unknown): Connect =>
  (connection) =>
    mirror()({
      ...connection,
      async fetch(...input) {
        const response = await connection.fetch(...input)
        if (response.status >= 429) await wait()
        return response
      },
    })

const refusedCall: ExploreOptions = { replay: '429 at GET /users/2 #1' }

test('a run that hangs names the timer of the host', async () => {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1e9).unref())
  const { failures } = await explore(renamesOf(1), afterRefusal(wait), refusedCall)
  expect(failures).toMatchObject([{ verdict: 'hung' }])
  const [reason, frame] = failures[0]?.reason?.split('\n') ?? []
  expect(reason).toBe(
    'Could not wait for the integration: it uses the global `setTimeout`. Pass it `sleep` of the connection, or share fake timers with `shareTime`.',
  )
  expect(frame).toContain('host-use.test.ts')
})

test.each([
  ['a scenario', () => renamesOf(1)],
  ['generated scenarios', () => ({ acts: ['update users'] })],
])('%s: a run that hangs with a timer of the host is the last one', async (_, given) => {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1e9).unref())
  const options = { deviations: ['requests'] } as const
  const scenario = given()
  const { coverage, verdicts } =
    'acts' in scenario
      ? await explore(afterRefusal(wait), { ...scenario, ...options, steps: 1, runs: 200 })
      : await explore(scenario, afterRefusal(wait), options)
  expect(coverage).toContain('a run waits for a timer of the host')
  expect(verdicts.hung).toBe(1)
})

test('a run that ends is judged, also with a timer of the host', async () => {
  const wait = () => clearTimeout(setTimeout(() => undefined, 1))
  const { verdicts } = await explore(renamesOf(1), afterRefusal(wait), refusedCall)
  const expected = await explore(renamesOf(1), mirror(), refusedCall)
  expect(verdicts).toEqual(expected.verdicts)
})

test.each(['fetch', 'resync'] as const)(
  'a generated exploration stops at the timer of the host in %s',
  async (name) => {
    let count = 0
    const connect: Connect = (connection) => {
      const integration = mirror()(connection) as Awaited<ReturnType<Connect>>
      const timed = (...input: never[]): never => {
        clearTimeout(setTimeout(() => undefined, 1))
        count += 1
        return (integration[name] as (...values: never[]) => never)(...input)
      }
      return { ...integration, [name]: timed }
    }
    const { failures } = await explore(connect, { runs: 5 })
    expect(failures).toMatchObject([{ verdict: 'inconclusive' }])
    expect(failures[0]?.reason).toContain('it uses the global `setTimeout`')
    expect(count).toBeLessThan(10)
  },
)

test('no call of the global fetch leaves the process', async () => {
  const codes: unknown[] = []
  let callCount = 0
  const call = () => {
    callCount += 1
    return fetch('https://other.test/').catch(({ code }) => codes.push(code))
  }
  await explore(renamesOf(1), waiting(call), { depth: 1, runs: 5 })
  expect(codes.length).toBeGreaterThan(0)
  expect(codes).toEqual(Array.from({ length: callCount }, () => 'host_use'))
})

test('a call of the global fetch is refused with the code host_use', async () => {
  const { result, use } = await watchHostUse(() =>
    fetch('https://other.test/').catch((error: unknown) => error),
  )
  expect(result).toMatchObject({ code: 'host_use' })
  expect(use).toBe(result)
})

test('a timer of the host is reported, and set all the same', async () => {
  const { result, use } = await watchHostUse(async () => {
    const timer = setTimeout(() => undefined, 1)
    clearTimeout(timer)
    return timer
  })
  expect(use).toMatchObject({ code: 'host_use' })
  expect(result).toHaveProperty('hasRef')
})

test('a global that other code replaced meanwhile stays replaced', async () => {
  const before = globalThis.setTimeout
  const replaced = vi.fn<typeof setTimeout>()
  await watchHostUse(async () => {
    globalThis.setTimeout = replaced as never
  })
  const after = globalThis.setTimeout
  globalThis.setTimeout = before
  expect(after).toBe(replaced)
})

const timed = waiting(() => new Promise((resolve) => setTimeout(resolve, 1)))
const short = { depth: 1, deviations: ['deliveries'] } as const

test('of two explorations at once, the one that uses a timer is inconclusive', async () => {
  const before = globalThis.setTimeout
  const connects = [mirror(), timed, mirror()]
  const found = await Promise.all(connects.map((each) => explore(renamesOf(1), each, short)))
  expect(found.map(({ ok }) => ok)).toEqual([true, false, true])
  expect(found[1]?.failures[0]?.reason).toContain('it uses the global `setTimeout`')
  expect(globalThis.setTimeout).toBe(before)
})

test('a use of unrelated code is not that of the integration', async () => {
  const timer = vi.fn<() => void>()
  const fetched = vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response('other')))
  vi.stubGlobal('fetch', fetched)
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      setTimeout(timer, 0)
      await fetch('https://other.test/')
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const { failures } = await explore(renamesOf(1), mirror(), short)
  isOver = true
  await others
  vi.unstubAllGlobals()
  expect(failures).toEqual([])
  expect(fetched).toHaveBeenCalled()
  expect(timer).toHaveBeenCalled()
})

test('the global fetch is found while an emulator listens', async () => {
  const emulator = setupEmulator({ world: 'empty' }).listen()
  const listening = globalThis.fetch
  const connect: Connect = (connection) =>
    mirror()({ ...connection, fetch: (...input) => globalThis.fetch(...input) })
  const { failures } = await explore(renamesOf(1), connect, { depth: 0 })
  expect(globalThis.fetch).toBe(listening)
  expect(emulator.received('get_user_by_id')).toEqual([])
  emulator.close()
  expect(failures[0]?.reason).toContain('it uses the global `fetch`')
})

test('without asynchronous contexts, watched work takes turns', async () => {
  vi.resetModules()
  vi.stubGlobal('process', undefined)
  const { watchHostUse: watchInPage } =
    await import('../../../src/engine/clock/fake-timers/host-use.ts')
  vi.unstubAllGlobals()
  // Note: the next files would use these modules, in which a request has no cause.
  vi.resetModules()
  const events: string[] = []
  const watched = [false, true].map((usesTimer, i) =>
    watchInPage(async () => {
      events.push(`start ${i}`)
      await Promise.resolve()
      if (usesTimer) clearTimeout(setTimeout(() => undefined, 1))
      events.push(`end ${i}`)
    }),
  )
  const uses = (await Promise.all(watched)).map(({ use }) => use?.code)
  expect(uses).toEqual([undefined, 'host_use'])
  expect(events).toEqual(['start 0', 'end 0', 'start 1', 'end 1'])
})

test('fake timers are not those of the host', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const wait = () => void setTimeout(() => undefined, 1)
  const { failures } = await explore(renamesOf(1), waiting(wait), { depth: 0 })
  expect(failures).toEqual([])
})

test('without `AsyncLocalStorage`, as in a page, one watched run follows the other', async () => {
  vi.resetModules()
  const { getBuiltinModule } = process
  vi.spyOn(process, 'getBuiltinModule').mockImplementation(((id: string) =>
    id === 'node:async_hooks' ? undefined : getBuiltinModule(id)) as typeof getBuiltinModule)
  try {
    const alone = await import('../../../src/engine/clock/fake-timers/host-use.ts')
    const log: string[] = []
    const work = (name: string) => async () => {
      log.push(`${name} starts`)
      await Promise.resolve()
      log.push(`${name} ends`)
      return name
    }
    const runs = ['one', 'two'].map((name) => alone.watchHostUse(work(name)))
    expect(await Promise.all(runs)).toMatchObject([{ result: 'one' }, { result: 'two' }])
    expect(log).toEqual(['one starts', 'one ends', 'two starts', 'two ends'])
  } finally {
    vi.restoreAllMocks()
    vi.resetModules()
  }
})

test('a failing exploration notes the timers of the host, and a missing `resync`', async () => {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1))
  const connect: Connect = async (connection) => {
    const { resync: _, ...others } = await afterRefusal(wait)(connection)
    return others
  }
  const { notes } = await explore(renamesOf(1), connect, {
    deviations: ['deliveries', 'requests'],
  })
  expect(notes).toContain('no `resync`: nothing makes up for a lost delivery')
  expect(notes).toContainEqual(expect.stringContaining('it uses the global `setTimeout`'))
})

test('a `fetch` that was kept before an exploration is named, and not the timer of its connection', async () => {
  // Note: Node sets one timer for several connections, so that a real `fetch` need not set one.
  const source = 'setTimeout(done, 0)\n//# sourceURL=node:internal/deps/undici/undici'
  const connect = new Function('done', source) as (done: () => void) => void
  const work = () => new Promise<void>((resolve) => connect(resolve))
  const { use } = await watchHostUse(work, 'wait', ['setTimeout'])
  expect(use?.message).toMatch(/^Could not wait: it uses the global `fetch`\. Pass it `fetch`/)
  const other = () => new Promise<void>((resolve) => void setTimeout(resolve, 0))
  const { use: timer } = await watchHostUse(other, 'wait', ['setTimeout'])
  expect(timer?.message).toMatch(/^Could not wait: it uses the global `setTimeout`\./)
})
