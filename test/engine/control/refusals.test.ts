/** Each route refuses a body that it cannot read and an id that it does not know, with one status for each kind. */
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRouteDocs } from '../../../scripts/gen/route-docs.ts'

const emulator = createEmulator({ world: 'small-school', baseUrl: 'http://localhost/api/v1' })
const handle = createHandler(emulator)
afterAll(() => handle.close())

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

async function refusal(route: string, body: string | undefined): Promise<Refusal> {
  const [method = '', path = ''] = route.split(' ')
  const url = `http://localhost/_emulator/${path}`
  const response = await handle(new Request(url, { method, ...(body !== undefined && { body }) }))
  return { status: response.status, ...(await response.json()).error }
}

const routes = Object.values(readRouteDocs()).flatMap((each) => Object.entries(each))
const writing = routes.map(([route]) => route).filter((route) => !route.startsWith('GET '))

/** What a route with a body was to do. A route that is not here says that it was to read the body. */
const actions: Readonly<Record<string, string>> = {
  'POST clock': 'move the clock',
  'POST faults': 'set the fault',
  'POST outages': 'set the outage',
  'POST given': 'give records',
  'POST receivers': 'make a receiver',
  'PUT receivers': 'set the answer of a receiver',
}

/** These bodies have names of the service as keys. */
const namesByService: Readonly<Record<string, string>> = {
  'POST flags': 'Could not find the flag "zzz": the name is unknown.',
  'POST assumptions': 'Could not switch the assumption "zzz": the id is unknown.',
}

describe('a body', () => {
  test.each(writing)('of %s that is no JSON object is refused with 400', async (route) => {
    const noun = route === 'PUT world' ? 'a saved world' : 'a JSON object'
    for (const body of ['[]', '5', '"text"', 'null', '{'])
      expect([body, await refusal(route.replace(':id', '1'), body)]).toEqual([
        body,
        {
          status: 400,
          code: 'refused',
          message: expect.stringContaining(`The body is not ${body === '{' ? '' : noun}`),
        },
      ])
  })

  test.each(['5m', '"5m"', '5', '["5m"]'])(
    'of the clock that is %s is refused with an example',
    async (body) => {
      expect((await refusal('POST clock', body)).message).toMatch(
        /^The body is not a JSON object, such as \{"advance":"5m"\}, .* or \{"advance":"next"\}\.$/,
      )
    },
  )

  test.each(routes.filter(([route, { body }]) => body?.startsWith('{') && !route.includes(':id')))(
    'of %s with an unknown key is refused with 422, and the message says what was to be done',
    async (route) => {
      const found = await refusal(route, '{"zzz":1}')
      const text = `Could not ${actions[route] ?? 'read the body'}: there is no key "zzz". Known are: `
      expect(found.status).toBe(422)
      expect(found.message).toContain(namesByService[route] ?? text)
    },
  )

  test.each(routes.filter(([route, { body }]) => !body && writing.includes(route)))(
    'of %s, which takes none, is refused with 422',
    async (route) => {
      if (route.includes(':id')) return
      expect(await refusal(route, '{"zzz":1}')).toEqual({
        status: 422,
        code: 'surplus_argument',
        message: `Could not call ${route}: its body has "zzz". The route takes no body.`,
      })
    },
  )
})

describe('an id', () => {
  let known: readonly string[] = []
  beforeAll(async () => {
    const response = await handle(new Request('http://localhost/_emulator/routes'))
    known = ((await response.json()) as string[]).filter((route) => route.includes(':id'))
  })

  test('that is unknown is refused: with 422 where the message lists the known names, or else with 404', async () => {
    expect(known.length).toBeGreaterThan(100)
    for (const route of known)
      for (const id of ['987654', 'zzz', '1x', 'constructor']) {
        const body = route.startsWith('GET ') ? undefined : '{"scopes":[]}'
        const { status, code, message } = await refusal(route.replace(':id', id), body)
        const isName = message.startsWith('Could not ')
        expect([route, status, code, message]).toEqual([
          route,
          isName ? 422 : 404,
          isName ? expect.stringMatching(/^unknown_/) : 'refused',
          expect.stringContaining(id),
        ])
      }
  })
})

test('a request of another page is forbidden', async () => {
  const headers = { host: 'evil.test' }
  const response = await handle(new Request('http://evil.test/_emulator/tables', { headers }))
  expect([response.status, (await response.json()).error.code]).toEqual([403, 'forbidden'])
})

test('no answer of a page may be framed, guessed or cached without a check', async () => {
  const response = await handle(new Request('http://localhost/_emulator/'))
  if (!response.ok) return
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-cache',
  })
})
