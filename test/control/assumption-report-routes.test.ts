/** The assumption report and explanations over the control plane. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { createControlPlane } from '../../src/control/control-plane.ts'

const emulator = createEmulator({ world: 'empty' })
const control = createControlPlane(emulator)

async function ask(path: string) {
  const response = await control(new Request(`http://127.0.0.1/_emulator/${path}`))
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('the assumption report and an explanation are returned as JSON with their text', async () => {
  await emulator.fetch('/users')
  const [entry] = emulator.journal
  const { body: explanation } = await ask(`explain/${entry?.number}`)
  expect(explanation).toMatchObject({ status: 403, decidedBy: 'auth.refused' })
  expect(explanation['text']).toMatch(/^GET \/users -> 403: no token was sent/)
  const { body: report } = await ask('assumption-report')
  expect(report['assumed']).toContain('auth.refused')
  expect(report['text']).toMatch(/^This run relies on/)
})

test('an unknown entry is rejected', async () => {
  expect((await ask('explain/4711')).body).toMatchObject({ error: { code: 'unknown_entry' } })
  expect(await ask('explain/last')).toMatchObject({ status: 404 })
})
