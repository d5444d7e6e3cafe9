/** The MSW handler behaves like a handler of MSW, in the oldest supported version and in that of this test project. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test, vi } from 'vitest'

type Msw = typeof import('msw')
type MswNode = typeof import('msw/node')

const versions: Record<string, () => Promise<[Msw, MswNode]>> = {
  'of this project': async () => [await import('msw'), await import('msw/node')],
  'that is the oldest': async () => [
    (await import('msw-oldest' as 'msw')) as Msw,
    (await import('msw-oldest/node' as 'msw/node')) as MswNode,
  ],
}

/** Private members of MSW's handlers, some of which exist only in certain versions. */
const inward =
  /^(constructor|options|resolver.*|matchMethod|checkRedundantQueryParameters|extendResolverArgs|cloneRequestOrGetFromCache|wrapResolver|createExecutionResult|complete|.*[cC]leanups?)$/

function membersOf(object: object): string[] {
  const names = new Set(Object.keys(object))
  let kind: unknown = Object.getPrototypeOf(object)
  while (kind !== null && kind !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(kind)) names.add(name)
    kind = Object.getPrototypeOf(kind)
  }
  return [...names]
}

describe.each(Object.keys(versions))('with msw %s', (version) => {
  const load = versions[version] as (typeof versions)[string]

  test('it has every member of an MSW handler', async () => {
    const [{ http }] = await load()
    const theirs = http.all('*', () => undefined)
    const [ours] = createEmulator({ world: 'empty' }).handlers
    const shown = membersOf(theirs).filter((name) => !inward.test(name))
    expect(shown).toContain('run')
    expect(membersOf(ours as object)).toEqual(expect.arrayContaining(shown))
  })

  test('getResponse calls it, and continues if it returns no response', async () => {
    const [{ getResponse, http, HttpResponse }] = await load()
    const { baseUrl, headers, handlers } = createEmulator({ world: 'empty' })
    const elsewhere = http.get('https://elsewhere.test/', () => HttpResponse.text('theirs'))
    const ask = (url: string) =>
      getResponse([...handlers, elsewhere], new Request(url, { headers }))
    expect((await ask(`${baseUrl}/users/1`))?.status).toBe(200)
    expect(await (await ask('https://elsewhere.test/'))?.text()).toBe('theirs')
    expect(await ask('https://unhandled.test/')).toBeUndefined()
  })

  test('setupServer accepts it, gives other handlers precedence, and disposes of it', async () => {
    const [{ http, HttpResponse }, { setupServer }] = await load()
    const problems = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { baseUrl, headers, handlers } = createEmulator({ world: 'empty' })
    const server = setupServer(...handlers)
    const status = async (): Promise<number> =>
      (await fetch(`${baseUrl}/users/1`, { headers })).status
    const seen: string[] = []
    server.events.on('request:match', () => void seen.push('match'))
    server.events.on('response:mocked', () => void seen.push('mocked'))
    server.listen()
    try {
      expect(await status()).toBe(200)
      await vi.waitFor(() => expect(seen).toEqual(['match', 'mocked']))
      server.use(http.get(`${baseUrl}/users/1`, () => HttpResponse.json(null, { status: 418 })))
      expect(await status()).toBe(418)
      server.restoreHandlers()
      server.resetHandlers()
      expect(await status()).toBe(200)
      expect(server.listHandlers()).toEqual(handlers)
      server.resetHandlers(http.get('https://elsewhere.test/', () => HttpResponse.text('theirs')))
    } finally {
      server.close()
    }
    expect(problems.mock.calls).toEqual([])
    problems.mockRestore()
  })
})

test('a page with logging shows the response', () => {
  const [ours] = createEmulator({ world: 'empty' }).handlers
  const shown = vi.spyOn(console, 'groupCollapsed').mockImplementation(() => undefined)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const request = new Request('https://service.test/api/v1/users')
  void ours?.log({
    request,
    response: new Response(null, { status: 204 }),
    parsedResult: {},
  } as never)
  expect(shown).toHaveBeenCalledWith('[MSW] GET https://service.test/api/v1/users (204)')
  vi.restoreAllMocks()
})
