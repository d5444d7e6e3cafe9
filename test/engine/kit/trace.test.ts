/** The journal as a file for trace viewers. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

test('a trace has a track for each webhook and an arrow from each cause to its effects', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const user = emulator.given('users')
  const url = 'https://app.test/hooks'
  emulator.receiver({ url, events: ['user.deleted'], answer: { status: 204, latency: '3s' } })
  emulator.act.deleteUser({ user: user })
  await emulator.advance('10s')

  const { otherData, traceEvents } = emulator.trace()
  expect(otherData).toEqual({
    format: 'course-admin-emulator/trace',
    version: 1,
    start: '2026-01-05T09:00:00.000Z',
    dropped: 0,
  })
  const trackNames = traceEvents.filter(({ ph }) => ph === 'M').map(({ args }) => args?.['name'])
  expect(trackNames).toEqual(['clock', 'what happens', 'calls', url])

  const spans = traceEvents.filter(({ ph }) => ph === 'X')
  expect(spans).toHaveLength(emulator.journal().length)
  expect(spans.find(({ cat }) => cat === 'attempt')).toMatchObject({
    name: `attempt: user.deleted, attempt 1, to ${url}`,
    tid: 3,
    ts: 0,
    dur: 3_000_000,
    args: { event: 'user.deleted' },
  })
  const arrows = traceEvents.filter(({ ph }) => ph === 's' || ph === 'f')
  const led = emulator.journal().filter(({ cause }) => cause !== undefined)
  expect(arrows.map(({ ph, id }) => `${ph}${id}`)).toEqual(
    led.flatMap(({ number }) => [`s${number}`, `f${number}`]),
  )
})
