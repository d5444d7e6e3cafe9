/** The list of acts for the inspector and other clients: their inputs, and those of records. */
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { expect, test } from 'vitest'

const emulator = createEmulator({ world: 'empty', baseUrl: 'http://localhost/api/v1' })
const handle = createHandler(emulator)

async function control(call: string, body?: object) {
  const [method = '', path = ''] = call.split(' ')
  const init = { method, ...(body && { body: JSON.stringify(body) }) }
  const response = await handle(new Request(`http://localhost/_emulator/${path}`, init))
  return { status: response.status, body: (await response.json()) as never }
}

interface Act {
  readonly id: string
  readonly inputs: readonly { readonly name: string; readonly required: boolean; kind: string }[]
}

test('acts on records name the resource, the id and the values that they need', async () => {
  const acts: readonly Act[] = (await control('GET acts')).body
  const inputsOf = (id: string) =>
    acts
      .find((act) => act.id === id)
      ?.inputs.map(({ name, required, kind }) => [name, required, kind])
  expect(inputsOf('create')).toEqual([
    ['resource', true, 'string'],
    ['values', false, 'json'],
  ])
  expect(inputsOf('update')).toEqual([
    ['resource', true, 'string'],
    ['id', true, 'value'],
    ['values', true, 'json'],
  ])
  expect(inputsOf('remove')).toEqual([
    ['resource', true, 'string'],
    ['id', true, 'value'],
  ])
})

test.each([
  ['create', { resource: 'users', valuse: {} }, 'valuse'],
  ['update', { resource: 'users', id: 1, values: { last_name: 'Bos' }, more: 1 }, 'more'],
  ['remove', { resource: 'users', id: 1, values: {} }, 'values'],
])('%s refuses %j', async (act, input, key) => {
  const before = emulator.rows('users')
  const { status, body } = await control(`POST acts/${act}`, input)
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain(`there is no key \\"${key}\\"`)
  expect(emulator.rows('users')).toEqual(before)
})

test('a token without an owner asks for one', () => {
  const other = createEmulator({ world: 'empty' })
  other.act.deleteUser({ user: 1 })
  expect(() => other.mintToken()).toThrow(
    'Could not mint a token: the administrator, user 1, does not exist any more. Name the owner of the token, such as { user: emulator.given("users") }.',
  )
})
