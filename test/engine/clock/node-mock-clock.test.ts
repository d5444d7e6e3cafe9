/** The clock for the mock timers of `node:test`: its own methods, the global timers that it replaces, and their end. */
import { mock } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNodeMockClock } from '../../../src/engine/clock/fake-timers/node-mock-clock.ts'

const start = Date.parse('2026-01-05T09:00:00Z')

let clock: ReturnType<typeof createNodeMockClock>
let fired: string[]
const note = (name: string) => (): void => void fired.push(`${name} ${Date.now() - start}`)
const real = { setTimeout, setInterval, clearTimeout, clearInterval, Date }

beforeEach(() => {
  fired = []
  clock = createNodeMockClock(mock.timers as never, start)
})
afterEach(() => clock.uninstall?.())

test('a tick fires what is due, in order, each at its time', () => {
  setTimeout(note('b'), 20)
  setTimeout(note('a'), 10)
  setTimeout(note('same'), 10)
  setTimeout(note('later'), 31)
  const interval = setInterval(note('each'), 15)
  expect(clock.tick(30)).toBe(start + 30)
  expect(fired).toEqual(['a 10', 'same 10', 'each 15', 'b 20', 'each 30'])
  expect([clock.now, Date.now()]).toEqual([start + 30, start + 30])
  clearInterval(interval)
  clock.tick(1)
  expect(fired.at(-1)).toBe('later 31')
})

test('the next timer fires alone, and none at all changes nothing', async () => {
  setTimeout(note('b'), 20)
  setTimeout(note('a'), 10)
  expect(clock.next()).toBe(start + 10)
  expect(fired).toEqual(['a 10'])
  expect(await clock.nextAsync()).toBe(start + 20)
  expect(clock.next()).toBe(start + 20)
  expect(fired).toEqual(['a 10', 'b 20'])
})

test('the asynchronous tick and run return the time', async () => {
  setTimeout(note('a'), 10)
  expect(await clock.tickAsync(15)).toBe(start + 15)
  expect(await clock.runAllAsync()).toBe(start + 15)
  expect(fired).toEqual(['a 10'])
})

test('a new time of the system moves the timers along', () => {
  setTimeout(note('a'), 10)
  clock.setSystemTime(start + 1_000)
  expect(clock.now).toBe(start + 1_000)
  clock.tick(9)
  expect(fired).toEqual([])
  clock.tick(1)
  expect(fired).toEqual(['a 1010'])
  clock.setSystemTime()
  expect(Date.now()).toBe(start + 1_010)
})

test('a reset forgets the timers, and keeps the time', () => {
  setTimeout(note('a'), 10)
  clock.tick(5)
  clock.reset()
  clock.tick(100)
  expect(fired).toEqual([])
  expect(clock.now).toBe(start + 105)
})

test('the methods of the mock timers move the clock', () => {
  setTimeout(note('a'), 10)
  setTimeout(note('b'), 500)
  mock.timers.tick(undefined as never)
  expect(clock.now).toBe(start + 1)
  mock.timers.tick(9)
  expect(fired).toEqual(['a 10'])
  mock.timers.runAll()
  expect(fired).toEqual(['a 10', 'b 500'])
  mock.timers.runAll()
  expect(clock.now).toBe(start + 500)
  mock.timers.setTime(start)
  expect(Date.now()).toBe(start)
})

test('a timer is like that of Node', () => {
  const timer = setTimeout(note('a'), 10)
  expect([timer.hasRef(), timer.unref().hasRef(), timer.ref().hasRef()]).toEqual([
    true,
    false,
    true,
  ])
  expect(timer.constructor.name).toBe('MockTimeout')
  clock.tick(5)
  timer.refresh()
  clock.tick(9)
  expect(fired).toEqual([])
  clock.tick(1)
  expect(fired).toEqual(['a 15'])
  timer.refresh()
  clock.tick(10)
  expect(fired).toEqual(['a 15', 'a 25'])
  timer.close()
  timer.refresh()
  clearTimeout(timer)
  clock.tick(100)
  expect(fired).toHaveLength(2)
})

test.each<[string, (timer: NodeJS.Timeout) => void]>([
  ['clearTimeout', (timer) => clearTimeout(timer)],
  ['clearInterval', (timer) => clearInterval(timer)],
  ['its number', (timer) => clearTimeout(Number(timer))],
  ['its number as a text', (timer) => clearTimeout(String(Number(timer)))],
  ['close', (timer) => void timer.close()],
  ['dispose', (timer) => timer[Symbol.dispose]()],
])('a timer is cleared by %s', (_, clear) => {
  const timer = setTimeout(note('a'), 10)
  setTimeout(note('b'), 10)
  clear(timer)
  clock.tick(10)
  expect(fired).toEqual(['b 10'])
})

test('`setTimeout` of node:timers/promises waits on the clock, and an abort ends it', async () => {
  const waiting = wait(10, 'value')
  clock.tick(10)
  expect(await waiting).toBe('value')
  const controller = new AbortController()
  const aborted = wait(10, 'value', { signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError', code: 'ABORT_ERR' })
  await expect(wait(10, 0, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  clock.tick(100)
})

test('the end of the clock restores the globals', () => {
  expect(globalThis.setTimeout).not.toBe(real.setTimeout)
  clock.uninstall?.()
  const { setTimeout, setInterval, clearTimeout, clearInterval, Date } = globalThis
  expect({ setTimeout, setInterval, clearTimeout, clearInterval, Date }).toEqual(real)
})
