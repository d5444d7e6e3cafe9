/** The journal over the control plane, as data, text and story; and scenarios. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmulatorServer, startServer } from '../../../src/server.ts'

let server: EmulatorServer

beforeAll(async () => {
  server = await startServer({ port: 0, world: 'empty', clock: 'virtual' })
})
afterAll(() => server.close())

const get = (path: string) => fetch(`${server.url}/_emulator/${path}`)
const play = (name: string, body: object = {}) =>
  fetch(`${server.url}/_emulator/scenarios/${name}`, { method: 'POST', body: JSON.stringify(body) })

describe('the journal', () => {
  beforeAll(async () => {
    await fetch(`${server.baseUrl}/courses`, { headers: server.emulator.headers })
    await fetch(`${server.baseUrl}/users/99`, { headers: server.emulator.headers })
  })

  test('is filtered by the query', async () => {
    const entries = await (await get('journal?kind=request&operation=get_courses')).json()
    expect(entries).toMatchObject([{ number: 1, path: '/courses', status: 200 }])
    const later = await (await get('journal?kind=request&kind=event&after=1')).json()
    expect(later).toMatchObject([{ number: 2, path: '/users/99', status: 404 }])
  })

  test('is filtered by the number of a cause', async () => {
    const { id } = server.emulator.given('users')
    server.emulator.act.update('users', id, { first_name: 'Mia' })
    const [{ number }] = await (await get('journal?kind=act')).json()
    const caused = await (await get(`journal?cause=${number}`)).json()
    expect(caused).toMatchObject([{ number }, { kind: 'change' }, { kind: 'event' }])
    expect((await get('journal?cause=act')).status).toBe(422)
  })

  test('is returned as plain text', async () => {
    const response = await get('transcript')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe(`${server.emulator.transcript()}\n`)
  })

  test('is returned as a story: data for programs, a page for browsers', async () => {
    const data = await (await get('story?kind=request')).json()
    const story = server.emulator.story({ kind: 'request' })
    expect(data).toEqual(JSON.parse(JSON.stringify(story)))
    const page = await fetch(`${server.url}/_emulator/story`, { headers: { accept: 'text/html' } })
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('GET /courses')
  })

  test.each([
    ['journal?kind=requets', 'Did you mean \\"request\\"?'],
    ['transcript?knd=request', 'Did you mean \\"kind\\"?'],
    ['story?after=x', '\\"x\\" in after is not the number of an entry'],
  ])('%s is refused', async (path, why) => {
    const response = await get(path)
    expect(response.status).toBe(422)
    expect(await response.text()).toContain(why)
  })
})

describe('scenarios', () => {
  test('are listed and run on the current emulator', async () => {
    const list = (await (await get('scenarios')).json()) as { name: string }[]
    expect(list.map(({ name }) => name)).toContain('deleted-user-mapping')

    const response = await play('deleted-user-mapping', { to: 'http://127.0.0.1:9/hooks' })
    const { name, transcript } = await response.json()
    expect([response.status, name]).toEqual([200, 'deleted-user-mapping'])
    expect(transcript).toMatch(
      /attempt +user\.deleted, attempt 1, to http:\/\/127\.0\.0\.1:9\/hooks/,
    )
    const steps = server.emulator.journal({ kind: 'step' })
    expect(steps.map(({ summary }) => summary)).toEqual([
      'Mia and Tom are enrolled',
      'An administrator deletes Mia',
    ])
  })

  test('can be run again', async () => {
    expect((await play('email-match-writes-back')).status).toBe(200)
    expect((await play('email-match-writes-back')).status).toBe(200)
    expect(server.emulator.rows('webhooks')).toHaveLength(1)
  })

  test('that deliver nothing tell that no webhook is active', async () => {
    await using silent = await startServer({ port: 0, world: 'empty', clock: 'virtual' })
    const post = async (body: object) =>
      (
        await fetch(`${silent.url}/_emulator/scenarios/deleted-user-mapping`, {
          method: 'POST',
          body: JSON.stringify(body),
        })
      ).json()
    expect(await post({})).toMatchObject({
      warning:
        'No delivery was sent: no active webhook subscribes to the events. ' +
        'Give the address of your integration as "to", or register a webhook first.',
    })
    expect(await post({ to: 'http://127.0.0.1:9/hooks' })).not.toHaveProperty('warning')
  })

  test('run one at a time', async () => {
    const [one, other] = await Promise.all([play('merge'), play('merge')])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
  })

  test('that are unknown suggest the nearest name', async () => {
    const response = await play('merge-of-mergd')
    expect([response.status, await response.text()]).toEqual([
      422,
      expect.stringContaining('Did you mean \\"merge-of-merged\\"?'),
    ])
  })
})
