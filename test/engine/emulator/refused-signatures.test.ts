/** The hint on an endpoint that answers 401: what `verify` said in it, if the endpoint hides its error. */
import { createEmulator, type Receiver, verify } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { hintLines } from '../../../src/engine/emulator/reports/hints.ts'

type Check = (request: Request, secret: string) => Promise<unknown>

test.each<[string, Check, string]>([
  ['a wrong secret', (request) => verify(request, 'whsec_YWJj'), 'Could not verify the delivery'],
  [
    'a parsed body',
    async (request, secret) => verify((await request.json()) as never, secret),
    "it is the parsed body alone. Pass the request. Give the text of the body: in Express, put `express.text({ type: '*/*' })` before the route.",
  ],
])('%s', async (_, check, message) => {
  const emulator = createEmulator({ world: 'empty' })
  const hints = () => hintLines(contextOf(emulator)).slice(1)
  const hook: Receiver = emulator.receiver({
    url: 'https://app.test/hooks',
    answer: (request): Promise<number> =>
      check(request, hook.secret ?? '').then(
        () => 204,
        () => 401,
      ),
  })
  const user = emulator.given('users')
  emulator.act.updateUser({ user, last_name: 'Berg' })
  await emulator.settle()
  expect(hints()).toEqual([
    expect.stringMatching(/^ {2}The endpoint answered 401\. `verify` refused a delivery: /),
  ])
  expect(hints()[0]).toContain(message)
  hook.answer(401)
  emulator.act.updateUser({ user, last_name: 'Vos' })
  await emulator.settle()
  expect(hints()).toEqual([expect.stringContaining('If it calls `verify`, print the error')])
})
