/**
 * Damaged and hostile worlds: each is refused before anything is replaced, or it is loaded and then works.
 * `RUNS=5000 npx vitest run test/service/worlds` tries more of them.
 */
import { createEmulator, EmulatorError } from 'course-admin-emulator'
import { asyncProperty } from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { attemptTimeoutTask } from '../../../src/engine/deliver/due-tasks.ts'
import { takeInternalErrors } from '../../../src/engine/serve/internal-error.ts'
import { saveFullWorld } from './full-world.ts'
import { exercise } from './world-exercise.ts'
import { damages } from './damages.ts'
import { mutate, mutations } from './world-mutations.ts'
import { assertProperty, propertyTimes } from '../../support/property-runs.ts'

let full = ''
beforeAll(async () => {
  full = await saveFullWorld()
})

const runs = Number(process.env['RUNS'] ?? 500)

test('the world that is damaged has a value in each cell', () => {
  const { cells } = JSON.parse(full) as { cells: Record<string, unknown> }
  const isEmpty = (value: unknown): boolean =>
    value === 0 || (Array.isArray(value) && value.length === 0)
  expect(Object.keys(cells).filter((name) => isEmpty(cells[name]))).toEqual([])
})

test('an undamaged world is loaded, and works', async () => {
  expect(await exercise(createEmulator({ load: full }))).toEqual([])
})

test.each(damages)('%s is refused as bad_world, and nothing is replaced', (_, damage) => {
  const world = JSON.parse(full) as never
  damage(world)
  const emulator = createEmulator({ world: 'empty' })
  const before = emulator.save()
  const load = (): void => emulator.restore(world)
  expect(load).toThrow(expect.objectContaining({ code: 'bad_world' }))
  expect(load).toThrow(/^Could not load the saved world: /)
  expect(emulator.save()).toBe(before)
})

test('an attempt in flight whose timeout is missing is named', () => {
  const world = JSON.parse(full) as { cells: Record<string, [unknown, { kind: string }][]> }
  const isTimeout = ([, { kind }]: [unknown, { kind: string }]): boolean =>
    kind === attemptTimeoutTask
  world.cells['clock.tasks'] = world.cells['clock.tasks']?.filter((each) => !isTimeout(each)) ?? []
  const load = (): void => createEmulator({ world: 'empty' }).restore(world)
  expect(load).toThrow(/the attempt of notification \S+ has no timeout/)
})

test(
  `${runs} damaged worlds are refused, or loaded and work`,
  async () => {
    const emulator = createEmulator({ world: 'empty' })
    const before = emulator.save()
    const counts = { refused: 0, loaded: 0 }
    await assertProperty(
      asyncProperty(mutations, async (changes) => {
        const world = JSON.parse(full) as object
        for (const change of changes) mutate(world, change)
        const loaded = emulator.fork()
        try {
          loaded.restore(world)
        } catch (error) {
          expect(error).toBeInstanceOf(EmulatorError)
          expect(loaded.save()).toBe(before)
          counts.refused += 1
          return
        }
        counts.loaded += 1
        const defects = await exercise(loaded)
        takeInternalErrors()
        expect(defects).toEqual([])
      }),
      // Note: a smaller example takes minutes to find; the seed is printed.
      { numRuns: runs, endOnFailure: true },
    )
    expect(counts.refused).toBeGreaterThan(runs / 4)
    expect(counts.loaded).toBeGreaterThan(0)
  },
  (60_000 + runs * 200) * propertyTimes,
)
