/** The emulator and the exploration know nothing of the domain: they also run an invented API of a library. */
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import {
  expectationSource,
  matchDelivered,
} from '../../src/engine/emulator/reports/expectations.ts'
import { exploreWith } from '../../src/conformance/explore/explore.ts'
import type { ExploreOptions } from '../../src/explore.ts'
import { type Connect, runScenario, scenario } from '../../src/scenarios.ts'
import { createLibrary, libraryMethods } from './library-api.ts'
import { mirrorLoans } from './mirror.ts'

const lending = scenario(
  'lending',
  {
    summary: 'A reader borrows a book, and another reader returns one.',
    given: (emulator) => {
      const { given } = libraryMethods(emulator)
      return ['Ann', 'Bob', 'Cas'].map((reader) => given('loans', { reader }))
    },
  },
  async ({ emulator, step, resync, given: [ann] }) => {
    const { act } = libraryMethods(emulator)
    await step('The integration reads all loans', resync)
    await step('Dan borrows a book', () => act.lendBook({ book_id: 1, reader: 'Dan' }))
    await step('Ann returns her book', () => act.returnBook({ loan_id: ann as never }))
  },
)

const exploreLibrary = (connect: Connect, options: ExploreOptions<never[]>) =>
  exploreWith(
    { scenario: lending, connect, options: { depth: 1, ...options } as never },
    { createEmulator: createLibrary },
  )

describe('an emulator of the library', () => {
  test('serves its lists by offset', async () => {
    const library = createLibrary()
    const { given } = libraryMethods(library)
    for (const reader of ['Ann', 'Bob', 'Cas']) given('loans', { reader })
    const headers = library.headers
    const part = await library.fetch('/loans?offset=2&limit=2', { headers })
    expect(await part.json()).toMatchObject({ items: [{ id: 3, reader: 'Cas' }], total: 3 })
    expect((await library.fetch('/loans?limit=51', { headers })).status).toBe(400)
    expect((await library.fetch('/users', { headers })).status).toBe(404)
  })

  test('delivers its event with its own retries', async () => {
    const library = createLibrary()
    const hook = library.receiver({ url: 'https://app.test/hooks', answer: 503 })
    const { given, act } = libraryMethods(library)
    act.lendBook({ book_id: given('books').id, reader: 'Ann' })
    await library.advance('5m')
    expect(hook.transcript).toEqual([
      '09:00:00  loan.changed  attempt 1  503',
      '09:00:05  loan.changed  attempt 2  503',
      '09:00:25  loan.changed  attempt 3  503',
      '09:01:55  loan.changed  attempt 4  503',
    ])
  })

  test('names a field that the payload of its event does not have', async () => {
    const library = createLibrary()
    library.receiver({ url: 'https://app.test/hooks', answer: 204 })
    const { given, act } = libraryMethods(library)
    act.lendBook({ book_id: given('books').id, reader: 'Ann' })
    await library.settle()
    const source = expectationSource(contextOf(library))
    const match = (payload: object) => matchDelivered(source, 'loan.changed' as never, { payload })
    expect(match({ event_data: { reader: 'Ann' } })).toMatchObject({ pass: true })
    expect(() => match({ tenant: 'north' })).toThrow('tenant')
  })

  test('plays a scenario', async () => {
    const { transcript } = await runScenario(lending, mirrorLoans(), { emulator: createLibrary() })
    expect(transcript).toContain('loan.changed')
  })
})

describe('an exploration of the library', { timeout: 60_000 }, () => {
  test('the correct integration converges', async () => {
    const deviations = ['deliveries', 'requests', 'steps', 'drift'] as const
    const { failures, schedules } = await exploreLibrary(mirrorLoans(), { deviations })
    expect(failures).toEqual([])
    expect(schedules.run).toBeGreaterThan(50)
  })

  test('a call that is not repeated is found', async () => {
    const { failures } = await exploreLibrary(mirrorLoans({ attemptsMax: 1 }), {})
    expect(failures[0]).toMatchObject({
      verdict: 'diverged',
      replay: '500-for-30m at GET /loans?limit=2&offset=0 #2',
    })
  })

  test('a walk that misses a record is found', async () => {
    const connect = mirrorLoans({ restartsWalks: false })
    const { failures } = await exploreLibrary(connect, { deviations: ['drift'] })
    const replay = 'delete-read at after 2 of GET /loans?limit=2&offset=2 #1'
    expect(failures[0]).toMatchObject({ verdict: 'diverged', replay })
    expect((await exploreLibrary(mirrorLoans(), { replay })).failures).toEqual([])
  })
})
