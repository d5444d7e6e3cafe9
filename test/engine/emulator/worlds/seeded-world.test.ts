/** Emulators share the rows of a world. A changed option has other rows. */
import { createEmulator, type EmulatorOptions, type World } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../../src/engine/emulator/emulator.ts'

const world: World = { name: 'shared', about: '', size: 'none', amounts: { users: 2 } }
const monday = '2026-01-05T10:00:00.000Z'

const tablesOf = (options: EmulatorOptions): unknown =>
  contextOf(createEmulator(options)).cells.snapshot()['tables']

test.each<EmulatorOptions>([
  { world },
  { world: { ...world, amounts: { users: 3 } } },
  { world, scale: 2 },
  { world, seed: 2 },
  { world, locale: 'nl' },
  { world, start: monday },
  { world, start: monday, clock: 'system' },
  { world, start: '2026-01-05T11:00:00.000Z', clock: 'system' },
])('%j has one world for all emulators', (options) => {
  expect(tablesOf(options)).toBe(tablesOf({ ...options }))
  worlds.add(tablesOf(options))
  expect(worlds.size).toBe((made += 1))
})

const worlds = new Set<unknown>()
let made = 0

test('the last 8 worlds of a service are kept', () => {
  const tablesWithSeed = (seed: number): unknown => tablesOf({ world, seed: 100 + seed })
  const [oldest, second] = [tablesWithSeed(1), tablesWithSeed(2)]
  for (let seed = 3; seed <= 8; seed += 1) tablesWithSeed(seed)
  expect(tablesWithSeed(1)).toBe(oldest)
  tablesWithSeed(9)
  expect(tablesWithSeed(2)).toBe(second)
  expect(tablesWithSeed(1)).not.toBe(oldest)
})
