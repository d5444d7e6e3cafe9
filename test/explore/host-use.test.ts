/** An integration that uses the network or the time of the host is refused. */
import { afterEach, expect, test, vi } from 'vitest'
import { explore } from '../../src/explore.ts'
import { watchHostUse } from '../../src/machine/time/fake-timers/host-use.ts'
import type { Connect } from '../../src/scenarios.ts'
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
])('the global %s could not tell, with the stack', async (name, use, advice) => {
  const before = [globalThis.fetch, globalThis.setTimeout, globalThis.setInterval]
  const { ok, failures } = await explore(renamesOf(1), waiting(use), { depth: 1, runs: 5 })
  expect(ok).toBe(false)
  expect(failures).toMatchObject([{ verdict: 'could not tell', replay: 'plain' }])
  expect(failures[0]?.reason).toContain(`it uses the global \`${name}\``)
  expect(failures[0]?.reason).toContain(advice)
  expect(failures[0]?.reason?.split('\n')[1]).toContain('host-use.test.ts')
  expect([globalThis.fetch, globalThis.setTimeout, globalThis.setInterval]).toEqual(before)
})

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
  const watch = watchHostUse()
  const refusal: unknown = await fetch('https://other.test/').catch((error: unknown) => error)
  const use = watch.stop()
  expect(refusal).toMatchObject({ code: 'host_use' })
  expect(use).toBe(refusal)
})

test('a timer of the host is reported, and set all the same', () => {
  const watch = watchHostUse()
  const timer = setTimeout(() => undefined, 1)
  clearTimeout(timer)
  expect(watch.stop()).toMatchObject({ code: 'host_use' })
  expect(timer).toHaveProperty('hasRef')
})

test('fake timers are not those of the host', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const wait = () => void setTimeout(() => undefined, 1)
  const { failures } = await explore(renamesOf(1), waiting(wait), { depth: 0 })
  expect(failures).toEqual([])
})
