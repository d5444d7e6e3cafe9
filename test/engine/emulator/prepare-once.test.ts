/** `prepare` of `testWith` runs for the first test only; every test starts from a fork of its result. */
import type { Emulator } from 'course-admin-emulator'
import { describe, expect, testWith } from 'course-admin-emulator/vitest'

const mias = (emulator: Emulator) => emulator.rows('users', { first_name: 'Mia' })

/** How many times `prepare` ran. */
let runs = 0

async function prepare(emulator: Emulator): Promise<void> {
  runs += 1
  emulator.given('users', { first_name: 'Mia' })
  await emulator.advance('1h')
}

const test = testWith({
  world: 'empty',
  flags: { Organizations: true },
  prepare,
})
const seen: Emulator[] = []

for (const round of [1, 2, 3]) {
  test(`prepares once, and each test has its own fork (${round})`, async ({ emulator }) => {
    expect(runs).toBe(1)
    expect(mias(emulator)).toHaveLength(1)
    expect(emulator.now().toISOString()).toBe('2026-01-05T10:00:00.000Z')
    const response = await fetch(`${emulator.baseUrl}/users`, { headers: emulator.headers })
    expect(response.status).toBe(200)
    emulator.given('users', { first_name: 'Mia' })
    expect(seen).not.toContain(emulator)
    seen.push(emulator)
  })
}

describe('with other options', () => {
  test.override({ emulatorOptions: { flags: { Programs: false } } })
  for (const round of [1, 2]) {
    test(`prepares once more (${round})`, ({ emulator }) => {
      expect(runs).toBe(2)
      expect(emulator.flags()).toMatchObject({ Programs: false })
      expect(mias(emulator)).toHaveLength(1)
    })
  }
})
