/** The routes for the assumption report and for explanations. */
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { expect, test } from 'vitest'

const emulator = createEmulator({ world: 'empty' })
const control = createHandler(emulator)

async function getJson(path: string) {
  const response = await control(new Request(`http://127.0.0.1/_emulator/${path}`))
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('the assumption report and an explanation are returned as JSON with their text', async () => {
  await emulator.fetch('/users')
  const [entry] = emulator.journal()
  const { body: explanation } = await getJson(`explain/${entry?.number}`)
  expect(explanation).toMatchObject({ status: 403, decidedBy: 'auth.refused' })
  expect(explanation['text']).toMatch(/^GET \/users -> 403: no token was sent/)
  const { body: report } = await getJson('assumption-report')
  expect(report['assumed']).toContain('auth.refused')
  expect(report['text']).toMatch(/^This run relies on/)
})

test('an unknown entry is refused', async () => {
  expect((await getJson('explain/4711')).body).toMatchObject({ error: { code: 'unknown_entry' } })
  expect(await getJson('explain/last')).toMatchObject({ status: 404 })
})
