/** The route that the control plane suggests for a wrong one. `--update` records a wanted change. */
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { afterAll, expect, test } from 'vitest'

const emulator = createEmulator({ world: 'small-school', baseUrl: 'http://localhost/api/v1' })
const handle = createHandler(emulator)
afterAll(() => handle.close())

const guesses = [
  'users',
  'user',
  'clocks',
  'clock/advance',
  'now',
  'time',
  'advance',
  'rows',
  'records',
  'rows/users',
  'table/users',
  'users/1',
  'helth',
  'settle',
  'pending-tasks',
  'snapshot',
  'snapshots/1/restore',
  'token',
  'fault',
  'faults/1/end',
  'outage',
  'give',
  'act/merge_users',
  'acts',
  'scenario/merge',
  'world/save',
  'reset/all',
  'webhook',
  'notification/1',
  'entry/1',
  'openapi',
  'usage/text',
  'instance',
  'fork',
  'nothing-at-all',
]

test.each(['GET', 'POST', 'PUT', 'DELETE'])('of a %s request', async (method) => {
  const lines: string[] = []
  for (const path of guesses) {
    const response = await handle(new Request(`http://localhost/_emulator/${path}`, { method }))
    const { error } = (await response.json()) as { error?: { message: string } }
    const [, found = error?.message ?? 'is answered'] =
      /^There is no route [^ ]+ [^ ]+\. (.*)$/.exec(error?.message ?? '') ?? []
    lines.push(`${method} ${path}: ${found}`)
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`recorded/routes-for-${method}.txt`)
})
