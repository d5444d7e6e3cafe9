/** A receiver that reads the payload of a `Request` as that of a parsed body fails its test. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { failOnReceiverDefects } from '../../../src/engine/emulator/reports/receiver-defects.ts'

/** Delivers one event, and returns what the receiver returned. */
async function deliver<T>(read: (request: Request) => T | Promise<T>): Promise<T | undefined> {
  const emulator = createEmulator({ world: 'empty' })
  let result: T | undefined
  emulator.receiver({
    url: 'https://app.test/hooks',
    async answer(request) {
      result = await read(request)
      return 204
    },
  })
  emulator.act.deleteUser({ user: emulator.given('users') })
  await emulator.settle()
  failOnReceiverDefects(contextOf(emulator).receiverErrors)
  return result
}

test.each(['event', 'event_data', 'entity'])('`request.body.%s` throws', async (name) => {
  await expect(deliver((request) => Reflect.get(request.body!, name))).rejects.toThrow(
    `Could not read \`request.body.${name}\` in a receiver: the body of a \`Request\` is a stream. ` +
      'Parse it: `const body = await request.json()`.',
  )
})

test.each<[string, (request: Request) => Promise<unknown>]>([
  ['json', (request) => request.json()],
  ['text', async (request) => JSON.parse(await request.text())],
  ['a clone', (request) => request.clone().json()],
  ['a copy', (request) => new Request(request).json()],
  ['the stream', async ({ body }) => JSON.parse(await new Response(body).text())],
  [
    'a reader',
    async ({ body }) =>
      JSON.parse(new TextDecoder().decode((await body!.getReader().read()).value)),
  ],
  [
    'its chunks',
    async ({ body }) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of body as never as AsyncIterable<Uint8Array>) chunks.push(chunk)
      return JSON.parse(Buffer.concat(chunks).toString())
    },
  ],
  [
    'json after a look at the stream',
    async (request) => (request.body?.locked ? undefined : request.json()),
  ],
])('the payload can be read: %s', async (_, read) => {
  expect(await deliver(read)).toMatchObject({ event: 'user.deleted' })
})
