/** Emails: tags, rejections and sent mails. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

const name = { first_name: 'Mia', middle_name: 'van', last_name: 'Berg' }

test('tags are rendered, and the mail is a row', async () => {
  const mia = emulator.given('users', { ...name, email: 'mia@example.test' })
  const [educator] = emulator.rows('educators')
  const answer = await api.post(`/users/${mia.id}/emails`, {
    from: '{{educator.reply_to}}',
    subject: 'Hello {{ user.full_name }}',
    body: '<p>{{user.first_name}}, greetings from {{educator.name}}.</p>',
  })
  expect(answer).toEqual({
    status: 201,
    body: { errors: {}, code: 201, message: expect.any(String) },
  })
  await emulator.advance('1m')
  await api.post(`/users/${mia.id}/emails`, { subject: 'Again', body: '{{user.student_number}}' })
  expect(emulator.rows('emails')).toEqual([
    {
      id: 1,
      user_id: mia.id,
      to: 'mia@example.test',
      from: educator?.email,
      subject: 'Hello Mia van Berg',
      body: `<p>Mia, greetings from ${educator?.name}.</p>`,
      created_at: '2026-01-05T09:00:00.000Z',
    },
    expect.objectContaining({
      from: educator?.email,
      subject: 'Again',
      body: mia.student_number ?? '',
      created_at: '2026-01-05T09:01:00.000Z',
    }),
  ])
})

test('an unknown tag is rejected with the nearest name, and no mail is sent', async () => {
  const { id } = emulator.given('users')
  const { status, body } = await api.post(`/users/${id}/emails`, {
    subject: 'Hello {{user.fullname}}',
    body: 'Hi',
  })
  expect([status, body.errors]).toEqual([
    422,
    { subject: ['{{user.fullname}} is not a tag; did you mean {{user.full_name}}?'] },
  ])
  expect(emulator.rows('emails')).toEqual([])
})

test('the sent mails are restored with a snapshot and separate in a fork', async () => {
  const { id } = emulator.given('users')
  const before = emulator.snapshot()
  const fork = emulator.fork()
  await api.post(`/users/${id}/emails`, { subject: 'One', body: 'Hi' })
  expect([emulator.rows('emails').length, fork.rows('emails').length]).toEqual([1, 0])
  emulator.restore(before)
  expect(emulator.rows('emails')).toEqual([])
})

test('worlds start with no mails', () => {
  expect(createEmulator().rows('emails')).toEqual([])
})

test.each([
  'hasOwnProperty',
  'constructor',
  '__proto__',
  'user full_name',
  'user.full_name|up',
  '',
])('an inherited object key is not a tag: %s', async (tag) => {
  const mail = { subject: `{{${tag}}}`, body: 'Hello' }
  expect((await api.post(`/users/1/emails`, mail)).status).toBe(422)
})
