/** Secrets are not in the journal, the transcript and the story. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

test('tokens and signing secrets are not in the journal, the transcript and the story', async () => {
  const token = 'my-private-token'
  const secret = 'whsec_bXktcHJpdmF0ZS1zZWNyZXQ='
  const emulator = createEmulator({ world: 'empty', token })
  const hook = emulator.receiver({ url: 'https://app.test/hooks', secret })
  const { id } = emulator.act.registerWebhook({ url: 'https://app.test/more', secret })
  emulator.act.update('webhooks', id, { secret } as never)
  emulator.act.rotateSecret({ webhook: hook.webhook as string })
  emulator.act.remove('webhooks', id)
  const minted = emulator.mintToken()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'VIP', model_type: 'User', token, secret })
  await emulator.fetch('/labels', { method: 'POST', headers, body })
  await emulator.fetch(`/users?token=${token}&access_token=${minted}`, { headers })
  await emulator.fetch('/users', { headers: { authorization: `Bearer ${minted}` } })
  await emulator.fetch('/users', { headers: { authorization: 'Bearer another-private-token' } })
  await emulator.settle()

  const secrets = [token, minted, secret, hook.secret, 'another-private-token']
  const texts = {
    journal: JSON.stringify(emulator.journal()),
    transcript: String(emulator.transcript()),
    story: JSON.stringify(emulator.story()),
    save: emulator.save().includes(token) ? token : '',
  }
  for (const [name, text] of Object.entries(texts)) {
    expect([name, secrets.filter((each) => text.includes(each))]).toEqual([name, []])
  }
  expect(texts.journal).toContain('VIP')
  expect(texts.journal).toContain('access_token=[redacted]')
})

test('secrets in URLs of webhooks, answers of receivers, forms and cut bodies are not shown', async () => {
  const secret = 'planted-5d1c'
  const emulator = createEmulator({ world: 'empty' })
  const answer = { status: 500, body: `{"error":{"tokens":["${secret}"]}` }
  emulator.receiver({ url: `https://app.test/hooks?token[]=${secret}`, answer })
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  const bodies = [`{"a":{"\\u0074oken":"${secret}"}}`, `{"token":"${secret}`, `password=${secret}`]
  for (const body of bodies) await emulator.fetch('/labels', { method: 'POST', headers, body })
  await emulator.fetch(`/users?%74oken=${secret}&apikey=${secret}`, { headers })
  emulator.given('users')
  emulator.act.create('users')
  await emulator.advance('1m')
  const texts = [
    JSON.stringify(emulator.journal()),
    emulator.transcript(),
    JSON.stringify(emulator.story()),
    emulator.usage().toText(),
    JSON.stringify(emulator.journal({ kind: 'answer' })),
  ]
  expect(texts.filter((text) => text.includes(secret))).toEqual([])
  expect(emulator.transcript()).toContain('token[]=[redacted]')
})
