/** Why a request is refused: by its token, by the size of its page, and by its cursor. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'

const emulator = createEmulator({ world: 'small-school' })

/** The status, the reason and the deciding behaviour of the answer to a request. */
async function answer(path: string, headers: Record<string, string> = emulator.headers) {
  const { status } = await emulator.fetch(path, { headers })
  const last = emulator.journal({ kind: 'request' }).at(-1)
  const { reason, decidedBy } = emulator.explain(last?.number ?? 0)
  return { status, reason, decidedBy }
}

describe('a token', () => {
  const noScheme = 'the scheme is missing: a token is sent as "Authorization: Bearer <token>"'
  const unknown = 'the token is unknown, its owner was deleted, or a reset removed it'
  test.each([
    ['', noScheme],
    ['Bearer', unknown],
    ['Bearer ', unknown],
    ['Bearer zzz', unknown],
    ['BEARER  zzz', unknown],
    ['Bearer ~zzz', unknown],
    [
      'Bearer other~zzz',
      'the token is of another emulator, with the key "other": send `emulator.headers`',
    ],
    [
      'Bearer Bearer other~zzz',
      'the header has "Bearer" twice: send "Authorization: Bearer <token>"',
    ],
    ['Bearerzzz', noScheme],
    ['xBearer zzz', noScheme],
    ['Basic zzz', noScheme],
    ['zzz', noScheme],
    [undefined, 'no token was sent'],
  ])('%j is refused', async (authorization, reason) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    expect(await answer('/users', headers)).toEqual({
      status: 403,
      reason,
      decidedBy: 'auth.refused',
    })
  })
})

describe('a number of a page', () => {
  test.each([
    ['per_page', '1', undefined],
    ['per_page', '100', undefined],
    ['per_page', '0', 'query.per_page'],
    ['per_page', '101', 'query.per_page'],
    ['per_page', '-1', 'query.per_page'],
    ['per_page', '25.5', 'query.values'],
    ['per_page', '1e1', 'query.values'],
    ['per_page', '+5', 'query.values'],
    ['per_page', ' 5', 'query.values'],
    ['per_page', 'abc', 'query.values'],
    ['per_page', '', 'query.values'],
    ['page', '1', undefined],
    ['page', '1000', undefined],
    ['page', '0', 'query.values'],
    ['page', '-1', 'query.values'],
    ['page', '1.5', 'query.values'],
    ['page', '', 'query.values'],
  ])('%s=%j', async (name, value, decidedBy) => {
    const found = await answer(`/users?${name}=${encodeURIComponent(value)}`)
    const max = name === 'per_page' ? 100 : Number.MAX_SAFE_INTEGER
    expect(found).toEqual(
      decidedBy === undefined
        ? { status: 200 }
        : {
            status: 400,
            reason: `${name} cannot take this value; it is integer from 1 to ${max}`,
            decidedBy,
          },
    )
  })
})

describe('a cursor', () => {
  test.each([
    ['{"id":5}', 200],
    ['{"id":5,"before":true}', 200],
    ['{"id":5,"before":1}', 400],
    ['{"id":5,"x":1}', 400],
    ['{"id":"x"}', 400],
    ['{"id":null}', 400],
    ['{}', 400],
    ['[5]', 400],
    ['null', 400],
    ['5', 400],
    ['', 400],
    ['not JSON', 400],
  ])('of the position %s is answered with %i', async (position, status) => {
    const found = await answer(`/users?cursor=${encodeURIComponent(btoa(position))}`)
    expect(found).toEqual(
      status === 200
        ? { status }
        : { status, reason: 'cursor is not a cursor of this list', decidedBy: 'query.cursor' },
    )
  })
})

test('a base URL without the path of the service is named', async () => {
  const { fetch, headers, explain } = createEmulator({
    world: 'empty',
    baseUrl: 'http://localhost:3000',
  })
  const reasonOf = async (path: string) => explain(await fetch(path, { headers })).reason
  expect(await reasonOf('/api/v1/users')).toContain(
    'there is no operation GET /api/v1/users, because the base URL is http://localhost:3000, and not http://localhost:3000/api/v1',
  )
  expect(await reasonOf('/api/v1/persons')).not.toContain('the base URL')
})
