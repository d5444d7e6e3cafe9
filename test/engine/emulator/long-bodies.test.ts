/** A story keeps the first 64 KB of each body, and says how many bytes are missing. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { byteLength, storedBody } from '../../../src/engine/journal/entry-size.ts'

interface Message {
  readonly body?: string
  readonly bodyBytesOmitted?: number
}

const lengthOf = ({ body = '', bodyBytesOmitted = 0 }: Message = {}): number =>
  byteLength(body) + bodyBytesOmitted

const cutAt = 65_536

test.each([cutAt - 1, cutAt, cutAt + 1, 2 * cutAt])('a request with %i bytes', async (length) => {
  const emulator = createEmulator({ world: 'empty' })
  await emulator.fetch('/users', { method: 'POST', body: 'x'.repeat(length) })
  const [{ request } = {}] = emulator.story({ kind: 'request' }).entries
  expect([lengthOf(request), byteLength(request?.body ?? '')]).toEqual([
    length,
    Math.min(length, cutAt),
  ])
  expect('bodyBytesOmitted' in (request ?? {})).toBe(length > cutAt)
})

test.each([1, 400, 700])('a response with names of %i characters', async (length) => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('users', 100, { first_name: 'x'.repeat(length) })
  const { headers } = emulator
  const response = await emulator.fetch('/users?per_page=100', { headers })
  const bytes = byteLength(await response.text())
  const [{ response: kept } = {}] = emulator.story({ kind: 'request' }).entries
  expect([lengthOf(kept), byteLength(kept?.body ?? '')]).toEqual([bytes, Math.min(bytes, cutAt)])
  expect('bodyBytesOmitted' in (kept ?? {})).toBe(bytes > cutAt)
})

test.each([1, 20_000])('a delivery and its answer, with texts of %i characters', async (length) => {
  const emulator = createEmulator({ world: 'empty' })
  const hook = emulator.receiver({
    url: 'https://app.test/hooks',
    answer: () => new Response('y'.repeat(length), { status: 500 }),
  })
  emulator.act.update('users', emulator.given('users').id, { first_name: 'x'.repeat(length) })
  await emulator.settle()
  const attempt = emulator.story().entries.find(({ kind }) => kind === 'attempt')
  const { request, response } = attempt ?? {}
  const [sent] = hook.deliveries
  expect(lengthOf(request)).toBe(byteLength(sent?.body ?? ''))
  expect(byteLength(response?.body ?? '')).toBe(Math.min(length, 16_384))
})

test('a byte order mark stays at the start of a cut body', () => {
  const { body, bodyBytesOmitted } = storedBody(`\uFEFF${'x'.repeat(cutAt)}`)
  expect([body.slice(0, 2), byteLength(body), bodyBytesOmitted]).toEqual(['\uFEFFx', cutAt, 3])
})
