/**
 * Measures how the heap grows: runs each kind of work a number of times, and ten times as often, and prints
 * the heap after a garbage collection at both points. Needs `node --expose-gc`.
 */
import { parseArgs } from 'node:util'
import { createEmulator, type Emulator } from '../../src/index.ts'

/** The largest heap after ten times the rounds, relative to the heap after the rounds. */
const ratioMax = 1.2

/** The largest heap, whatever the number of rounds. */
const heapBytesMax = 150_000_000

/** One round of a kind of work. */
type Round = (number: number) => unknown

/** Keeps 100 entries and notifications, so that both points are above these limits. */
const limits = { journalEntriesMax: 100, delivery: { maxFinished: 100 } } as const

const url = 'https://app.test/hooks'

async function send(
  { fetch, headers }: Emulator,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const response = await fetch(path, {
    method,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.0.${method.length}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  await response.text()
}

const work: Readonly<Record<string, () => Round>> = {
  /** Changes one of two records that show other records, and reads it. */
  calls() {
    const emulator = createEmulator({
      ...limits,
      world: 'small-school',
      rateLimit: { requestsPerWindowMax: Infinity },
    })
    return async (number) => {
      const path = `/courses/${1 + (number % 2)}`
      // Note: a record keeps the slugs of all its names, so that names that never repeat fill it.
      await send(emulator, 'PUT', path, { name: `Course ${number % 10}` })
      await send(emulator, 'GET', path)
    }
  },
  /** Requests without a token, each from another address. */
  addresses() {
    const emulator = createEmulator({ ...limits, world: 'empty' })
    return async (number) => {
      const headers = { 'x-forwarded-for': `client-${number}` }
      await (await emulator.fetch('/users', { headers })).text()
      if (number % 100 === 0) await emulator.advance('1m')
    }
  },
  /** Bodies of 5 MB without a token, of which the journal keeps 64 KB each. One in five rounds. */
  uploads() {
    const emulator = createEmulator({ world: 'empty', journalBytesMax: 1_000_000 })
    const body = 'x'.repeat(5_000_000)
    return async (number) => {
      if (number % 5 === 0) await emulator.fetch('/users', { method: 'POST', body })
    }
  },
  /** Bodies of 64 KB in the request and in the answer, with the default limits of the journal. */
  bodies() {
    const emulator = createEmulator({
      world: 'small-school',
      rateLimit: { requestsPerWindowMax: Infinity },
    })
    const text = 'x'.repeat(64_000)
    return async (number) => {
      // Note: several calls a round, so that the first measurement is above the limit too.
      for (let i = 0; i < 4; i += 1)
        await send(emulator, 'PUT', '/users/3', { notes_user: `${number} ${i} ${text}` })
    }
  },
  /** An hour of traffic: calls, changes, and deliveries of which some are retried. 720 rounds are 30 days. */
  hours() {
    const emulator = createEmulator({ ...limits, world: 'small-school' })
    const hook = emulator.receiver({ url, answer: 204 })
    return async (number) => {
      hook.answer(number % 24 === 12 ? 503 : 204)
      for (let user = 2; user < 7; user += 1) {
        await send(emulator, 'GET', `/users/${user}`)
        await send(emulator, 'PUT', `/users/${user}`, { first_name: `Ann ${number % 100}` })
      }
      await emulator.advance('1h')
    }
  },
  deliveries() {
    const emulator = createEmulator({ ...limits, world: 'empty' })
    const hook = emulator.receiver({ url, answer: 204 })
    const user = emulator.given('users')
    return async (number) => {
      hook.answer(number % 10 === 0 ? 503 : 204)
      emulator.act.updateUser({ user, first_name: `Ann ${number}` })
      if (number % 10 === 0) await emulator.advance('10m')
    }
  },
  forks() {
    const emulator = createEmulator({ ...limits, world: 'small-school' })
    emulator.receiver({ url, answer: 204 })
    return async () => {
      const fork = emulator.fork()
      fork.act.updateUser({ user: 3, first_name: 'Ann' })
      await fork.settle()
      fork.close()
    }
  },
  /** Emulators that close while a sleep is pending and the state was replaced. */
  closed() {
    return async (number) => {
      const emulator = createEmulator({
        ...limits,
        world: 'empty',
        clock: number % 2 === 0 ? 'virtual' : 'system',
      })
      emulator.receiver({ url, answer: 204 })
      emulator.act.createUser({ first_name: 'Ann', last_name: 'B', email: 'ann@example.test' })
      void emulator.sleep('1h').catch(() => undefined)
      if (number % 3 === 0) emulator.reset()
      emulator.close()
    }
  },
  /** Sleeps that a restored snapshot ends. */
  restores() {
    const emulator = createEmulator({ ...limits, world: 'small-school' })
    const before = emulator.snapshot()
    return async () => {
      const sleep = emulator.sleep('1h').catch(() => undefined)
      emulator.act.updateUser({ user: 3, first_name: 'Ann' })
      emulator.restore(before)
      await sleep
    }
  },
}

async function heapAfter(round: Round, from: number, to: number): Promise<number> {
  for (let number = from; number < to; number += 1) await round(number)
  for (let i = 0; i < 3; i += 1) {
    globalThis.gc?.()
    await new Promise(setImmediate)
  }
  return process.memoryUsage().heapUsed
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10000' },
    only: { type: 'string', multiple: true },
  },
})
if (!globalThis.gc) throw new Error('Start this file with node --expose-gc.')
const few = Number(values.rounds)
for (const name of values.only ?? Object.keys(work)) {
  const round = work[name]?.()
  if (!round) throw new Error(`There is no work "${name}".`)
  const before = await heapAfter(round, 0, few)
  const after = await heapAfter(round, few, few * 10)
  const ratio = after / before
  process.stdout.write(`${JSON.stringify({ name, before, after, ratio })}\n`)
  if (ratio > ratioMax || after > heapBytesMax) process.exitCode = 1
}
