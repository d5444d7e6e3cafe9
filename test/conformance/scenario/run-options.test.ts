/** The options of `runScenario`: each has an effect, or is refused. */
import { createEmulator } from 'course-admin-emulator'
import { type Connection, runScenario, scenario } from 'course-admin-emulator/scenarios'
import { expect, test } from 'vitest'
import { webhookOf } from '../../support/internals.ts'

const renameAndDelete = scenario(
  'rename-and-delete',
  { given: (emulator) => emulator.given('users', { last_name: 'Berg' }) },
  async ({ emulator, step, given }) => {
    await step('Mia marries', () => emulator.act.updateUser({ user: given, last_name: 'Dekker' }))
    await step('Mia is deleted', () => emulator.act.deleteUser({ user: given }))
  },
)

const eventOf = async (request: Request): Promise<string> =>
  ((await request.json()) as { event: string }).event

test('`events` and `secret` change the webhook of an earlier run', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const seen: string[] = []
  const app = { fetch: async (request: Request) => void seen.push(await eventOf(request)) }
  await runScenario(renameAndDelete, app, { emulator, events: ['user.deleted'] })
  expect(seen.splice(0)).toEqual(['user.deleted'])
  const secret = 'whsec_c2VjcmV0'
  await runScenario(renameAndDelete, app, { emulator, events: ['user.updated'], secret })
  expect(seen.splice(0)).toEqual(['user.updated'])
  await runScenario(renameAndDelete, app, { emulator })
  expect(seen.splice(0)).toEqual(['user.updated'])
  const webhook = () => webhookOf(emulator, emulator.rows('webhooks')[0]!.id)
  expect(webhook()).toMatchObject({ secret, events: ['user.updated'] })
  emulator.reset()
  expect(webhook()).toMatchObject({ secret, events: ['user.updated'] })
})

test.each([
  [{ emulater: createEmulator({ world: 'empty' }) }, 'there is no key "emulater". Did you mean'],
  [{ emulator: {} }, '`emulator` is not an emulator of this process. Give a result of'],
  [{ emulator: null }, '`emulator` is not an emulator of this process'],
  [{ secret: '!!!' }, 'the secret "!!!" cannot sign a delivery. Give "whsec_" and base64'],
  [{ secret: 'whsec_' }, 'the secret "whsec_" cannot sign a delivery'],
  [{ secret: '' }, 'the secret "" cannot sign a delivery'],
  [{ secret: 5 }, 'the secret 5 cannot sign a delivery'],
  [{ events: ['user.delete'] }, 'Did you mean "user.deleted"?'],
  [{ url: 'here' }, '"url" is "here"'],
])('the options %# are refused', async (options, message) => {
  for (const integration of [{ fetch: () => 204 }, {}, () => ({})]) {
    const run = runScenario(renameAndDelete, integration as never, options as never)
    await expect(run).rejects.toThrow(message)
    await expect(run).rejects.toMatchObject({ name: 'EmulatorError' })
  }
})

test('no webhook is added for a function whose integration has no `fetch`', async () => {
  let secret: string | undefined
  const connect = (connection: Connection) => {
    secret = connection.secret
    return { resync: () => undefined }
  }
  const { emulator, transcript } = await runScenario(renameAndDelete, connect)
  expect(secret).toMatch(/^whsec_/)
  expect(emulator.rows('webhooks')).toEqual([])
  const plain = await runScenario(renameAndDelete, connect({ secret: '' } as Connection))
  expect(transcript).toBe(plain.transcript)
  expect(transcript).not.toMatch(/attempt|webhook/)
  emulator.reset()
  expect(emulator.rows('webhooks')).toEqual([])
})

test('a webhook of an earlier run stays, with its endpoint', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const seen: string[] = []
  const app = { fetch: async (request: Request) => void seen.push(await eventOf(request)) }
  await runScenario(renameAndDelete, app, { emulator })
  expect(seen.splice(0)).toEqual(['user.updated', 'user.deleted'])
  await runScenario(renameAndDelete, () => ({}), { emulator })
  expect(seen).toEqual(['user.updated', 'user.deleted'])
  expect(emulator.rows('webhooks')).toHaveLength(1)
})

test('a webhook with a given `url` stays, and its deliveries go over the network', async () => {
  const url = 'http://127.0.0.1:9/hooks'
  const { emulator } = await runScenario(renameAndDelete, () => ({}), { url })
  expect(emulator.rows('webhooks')).toMatchObject([{ url }])
})
