/** The limits on rows and on the records of one control-plane request. */
import { createEmulator, EmulatorError } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { expect, test } from 'vitest'
import { givenRecordsMax } from '../../../src/engine/control/given-routes.ts'
import { rowLimitProblem, rowsMax, webhooksMax } from '../../../src/engine/model/row-limits.ts'

const url = 'https://app.test/hooks'

test('a further webhook is refused by the API, by an act and as a receiver', async () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('webhooks', webhooksMax as number, { active: false })
  const limit = `limit of ${webhooksMax} rows`
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ url })
  const response = await emulator.fetch('/webhooks', { method: 'POST', headers, body })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain(limit)
  expect(() => emulator.receiver({ url })).toThrow(`${limit}. Delete webhooks.`)
  expect(() => emulator.act.registerWebhook({ url })).toThrow(limit)
  expect(() => emulator.given('webhooks')).toThrow(EmulatorError)
})

test('a table takes rows up to its limit', () => {
  expect(rowLimitProblem('users', rowsMax - 1)).toBeUndefined()
  expect(rowLimitProblem('users', rowsMax)?.errors['base']?.[0]).toContain(String(rowsMax))
})

test('a control-plane request creates a limited number of records', async () => {
  const handle = createHandler(createEmulator({ world: 'empty' }))
  const give = (count: number) =>
    handle(
      new Request('http://localhost/_emulator/given', {
        method: 'POST',
        body: JSON.stringify({ resource: 'labels', count }),
        headers: { 'content-type': 'application/json' },
      }),
    )
  expect((await give(givenRecordsMax)).status).toBe(200)
  const refused = await give(givenRecordsMax + 1)
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain(String(givenRecordsMax))
})
