/** Crashes while `connect` of an integration runs. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import type { Connect, Integration } from '../../../src/scenarios.ts'
import { mirror, renamesOf } from '../explore/mirror.ts'

/** A mirror that synchronizes before it is connected. */
const synchronized =
  (change: (start: number) => unknown = () => undefined): Connect =>
  async (connection) => {
    const start = ((await connection.storage.get('starts')) as number | undefined) ?? 0
    await connection.storage.set('starts', start + 1)
    const integration = (await mirror()(connection)) as Integration
    await integration.resync?.()
    await change(start)
    return integration
  }

/** The integration starts without a synchronization, so that `connect` meets deviations. */
const starting = { ...renamesOf(1), synchronized: false }

const crashes = { deviations: ['crashes'], depth: 1 } as const

const inConnect = [
  'crash-before at GET /users?per_page=100 #1',
  'crash-after at GET /users?per_page=100 #1',
  'crash-after-write at set starts #1',
  'crash-before at GET /users?per_page=100 #1; crash-after at GET /users?per_page=100 #2',
]

test.each(inConnect)('%s: the next instance receives the deliveries', async (replay) => {
  const exploration = await explore(starting, synchronized(), { replay })
  expect(exploration.verdicts).toEqual({ converged: 2 })
})

test('a crash at a write in a synchronous connect starts the next instance', async () => {
  const connect: Connect = (connection) => {
    void connection.storage.set('started', true)
    return mirror()(connection)
  }
  const replay = 'crash-after-write at set started #1'
  const exploration = await explore(starting, connect, { replay })
  expect(exploration.verdicts).toEqual({ converged: 2 })
})

const never = (): Promise<never> => new Promise(() => {})

test.each([
  ['never settles', never, 'hung', '`connect` never settles'],
  [
    'throws',
    () => Promise.reject(new Error('no database')),
    'failed',
    '`connect` threw no database',
  ],
] as const)('the connect of the second instance %s', async (_, second, verdict, reason) => {
  const connect = synchronized((start) => start > 0 && second())
  const { failures } = await explore(starting, connect, crashes)
  expect(failures.map((each) => [each.verdict, each.reason])).toEqual([[verdict, reason]])
})
