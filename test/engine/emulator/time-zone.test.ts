/** The time zone of the educator: the valid names, and the refusal of other names at each way in. */
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'

const start = '2026-01-05T22:30:00.000Z'

const withZone = (time_zone: string): Emulator => {
  const emulator = createEmulator({ world: 'empty', start })
  emulator.act.update('educators', 1, { time_zone })
  return emulator
}

/** The state of an emulator, without the number of its last journal entry. */
const cellsOf = (emulator: Emulator) => emulator.save().split('"cells"')[1]

/** The start date of an enrollment that starts today. */
function todayIn(emulator: Emulator): string {
  const student = emulator.given('users')
  const planned_course = emulator.given('planned_courses', { type: 'FlexiblePlannedCourse' })
  return emulator.act.enroll({ student, planned_course }).start_date
}

test.each([
  ['Europe/Amsterdam', '2026-01-05'],
  ['Amsterdam', '2026-01-05'],
  ['Helsinki', '2026-01-06'],
  ['New York', '2026-01-05'],
  ['Buenos Aires', '2026-01-05'],
  ['Kolkata', '2026-01-06'],
  ['UTC', '2026-01-05'],
])('%s is stored as given and decides the day', (time_zone, today) => {
  const emulator = withZone(time_zone)
  expect(emulator.row('educators', 1)?.time_zone).toBe(time_zone)
  expect(todayIn(emulator)).toBe(today)
})

describe.each(['Atlantis', 'Europe/Atlantis', '+01:00', ''])(
  'the unknown time zone "%s"',
  (zone) => {
    const ways: Readonly<Record<string, (emulator: Emulator) => unknown>> = {
      act: ({ act }) => act.update('educators', 1, { time_zone: zone }),
      given: ({ given }) => given('educators', { time_zone: zone }),
      importRecords: ({ importRecords, row }) =>
        importRecords({ educators: [{ ...row('educators', 1), time_zone: zone }] as never }),
      'saved world': (emulator) =>
        emulator.restore(emulator.save().replace('"Europe/Amsterdam"', JSON.stringify(zone))),
    }

    test.each(Object.entries(ways))('is refused by %s, and nothing is written', async (_, way) => {
      const emulator = createEmulator({ world: 'empty' })
      const before = cellsOf(emulator)
      let thrown: unknown
      try {
        way(emulator)
      } catch (error) {
        thrown = error
      }
      expect(thrown).toBeInstanceOf(EmulatorError)
      expect((thrown as Error).message).toContain('time zone')
      expect(cellsOf(emulator)).toBe(before)

      const init = {
        method: 'POST',
        headers: emulator.headers,
        body: JSON.stringify({ first_name: 'Mia', last_name: 'Berg', email: 'mia@example.test' }),
      }
      expect((await emulator.fetch('/users', init)).status).toBe(201)
      await emulator.advance('2d')
    })
  },
)

test('a city is accepted in a saved world', () => {
  const load = createEmulator({ world: 'empty' }).save().replace('Europe/Amsterdam', 'Lisbon')
  expect(createEmulator({ load }).row('educators', 1)?.time_zone).toBe('Lisbon')
})

test('the control plane answers 422', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const { createHandler } = await import('course-admin-emulator/server')
  const handler = createHandler(emulator)
  const body = JSON.stringify({ resource: 'educators', id: 1, values: { time_zone: 'Atlantis' } })
  const url = 'http://localhost/_emulator/acts/update'
  const headers = { 'content-type': 'application/json' }
  const response = await handler(new Request(url, { method: 'POST', headers, body }))
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('time_zone must be an IANA time zone')
  handler.close()
})

test('explain names the behaviour', async () => {
  const emulator = createEmulator({ world: 'empty' })
  await emulator.fetch('/educators/current', { headers: emulator.headers })
  expect(emulator.journal().at(-1)?.behaviours).toContain('educator.time_zone')
})
