/** Live events of the inspector's API, and the playing clock that they report. */
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let server: EmulatorServer
beforeEach(async () => {
  server = await startServer({ port: 0, world: 'small-school', clock: 'virtual' })
})
afterEach(() => server.close())

/** The type of parsed JSON: the assertions check its shape. */
type Loose = ReturnType<typeof JSON.parse>

async function control<T = Loose>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${server.url}/_emulator/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as T
}

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(server.baseUrl + path, { ...init, headers: server.emulator.headers })

/** The id of the journal in the positions of events. */
const journalId = async (): Promise<string> => (await control('GET', 'story-lines')).journal

interface LiveEvent {
  readonly event: string
  readonly id: string | undefined
  readonly data: Loose
}

/** Reads an event stream until an event matches. */
async function until(
  matches: (event: LiveEvent) => boolean,
  query = '',
  after: () => Promise<unknown> = async () => undefined,
  headers: Record<string, string> = {},
): Promise<LiveEvent[]> {
  const stop = new AbortController()
  const url = `${server.url}/_emulator/events${query}`
  const response = await fetch(url, { signal: stop.signal, headers })
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>
  await after()
  const events: LiveEvent[] = []
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return events
      text += value
      const blocks = text.split('\n\n')
      text = blocks.pop() as string
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        events.push({
          event: field('event') as string,
          id: field('id'),
          data: JSON.parse(field('data') as string),
        })
        if (matches(events.at(-1) as LiveEvent)) return events
      }
    }
  } finally {
    stop.abort()
  }
}

describe('live events', () => {
  const isEntries = ({ event }: LiveEvent): boolean => event === 'entries'

  test('report a request after its response, and the clock', async () => {
    const events = await until(isEntries, '', () => call('/users/1'))
    expect(events[0]).toMatchObject({ event: 'clock', data: { rate: 0 } })
    expect(events.at(-1)).toMatchObject({
      id: `${await journalId()}.1`,
      data: { entries: [{ number: 1, title: 'GET /users/1', outcome: '200', severity: 'ok' }] },
    })
    const moved = await until(
      ({ data }) => data.now > Date.parse('2026-01-05T09:04:00.000Z'),
      '',
      () => server.emulator.advance('5m'),
    )
    expect(moved.at(-1)?.event).toBe('clock')
  })

  test('tell which entries the journal keeps', async () => {
    await server.close()
    server = await startServer({ port: 0, world: 'small-school', journalEntriesMax: 3 })
    expect(await control('GET', 'story-lines')).toMatchObject({ first: 1, dropped: 0 })
    for (const id of [1, 2, 3, 4, 5]) await call(`/users/${id}`)
    const journal = { first: 3, dropped: 2, droppedBodies: 0 }
    expect(await control('GET', 'story-lines')).toMatchObject(journal)
    const [clock] = await until(({ event }) => event === 'clock')
    expect(clock?.data).toMatchObject({ journal })
    const events = await until(({ event }) => event === 'reset', '?after=other.1')
    expect(events.at(-1)?.data).toEqual(journal)
  })

  test('report a fault that the process sets or ends at once', async () => {
    const events = await until(isEntries, '', async () => {
      const fault = server.emulator.fault({ operation: 'get_users', with: { status: 500 } })
      await Promise.resolve()
      fault.end()
      await call('/users/1')
    })
    const names = events.map(({ event }) => event)
    expect(names).toEqual(['clock', 'clock', 'clock', 'entries'])
  })

  test('resume after a listener reconnects', async () => {
    for (const id of [1, 2, 3]) await call(`/users/${id}`)
    const journal = await journalId()
    const [first] = (await until(isEntries, `?after=${journal}.0`)).filter(isEntries)
    expect([first?.id, first?.data.entries.length]).toEqual([`${journal}.3`, 3])
    const resumed = await until(isEntries, '', undefined, { 'last-event-id': `${journal}.2` })
    expect(resumed.at(-1)?.data).toMatchObject({ entries: [{ number: 3 }] })
  })

  test('announce a full reload after a reset', async () => {
    await call('/users/1')
    const former = await journalId()
    server.emulator.reset()
    await call('/users/2')
    const events = await until(isEntries, `?after=${former}.1`)
    expect(events.map(({ event }) => event)).toEqual(['clock', 'reset', 'entries'])
    const id = `${await journalId()}.1`
    expect(events.at(-1)).toMatchObject({ id, data: { entries: [{ title: 'GET /users/2' }] } })
  })

  test('announce a full reload after a restart of the server', async () => {
    for (const id of [1, 2, 3]) await call(`/users/${id}`)
    const former = await journalId()
    await server.close()
    server = await startServer({ port: 0, world: 'small-school', clock: 'virtual' })
    await call('/users/4')
    const events = await until(isEntries, '', undefined, { 'last-event-id': `${former}.3` })
    expect(events.map(({ event }) => event)).toEqual(['clock', 'reset', 'entries'])
    expect(events.at(-1)?.data).toMatchObject({ entries: [{ number: 1, title: 'GET /users/4' }] })
  })

  test('end with the server', async () => {
    const ending = until(
      () => false,
      '',
      () => server.close(),
    )
    // Note: the connection may break before the stream ends; in both cases the request ends.
    const [ended] = await Promise.allSettled([ending])
    expect(['fulfilled', 'rejected']).toContain(ended.status)
  })
})

describe('a playing clock', () => {
  test('runs at its speed until it is stopped', async () => {
    const start = server.emulator.now().getTime()
    expect(await control('POST', 'clock/play', { rate: 3_600 })).toMatchObject({ rate: 3_600 })
    await until(({ data }) => data.now > start + 600_000)
    const { now } = await control('POST', 'clock/stop')
    expect(now).toBe(server.emulator.now().getTime())
    const moves = server.emulator.journal().filter(({ kind }) => kind === 'clock')
    expect(moves).toMatchObject([{ from: start, to: now, rate: 3_600 }])
  })

  test('stops with a reset, without an entry', async () => {
    await server.emulator.advance('2d')
    await control('POST', 'clock/play', { rate: 60 })
    const { now } = await control('POST', 'reset')
    expect(await control('POST', 'clock/stop')).toEqual({ now: Date.parse(now), rate: 0 })
    expect(server.emulator.journal()).toEqual([])
  })

  test('that is restored to an earlier time adds no entry that goes back', async () => {
    const { id } = await control('POST', 'snapshots', {})
    await server.emulator.advance('2d')
    await control('POST', 'clock/play', { rate: 60 })
    await control('PUT', `snapshots/${id}`)
    await control('POST', 'clock/stop')
    const moves = server.emulator.journal().filter(({ kind }) => kind === 'clock')
    expect(moves.filter(({ from, to }: Loose) => to < from)).toEqual([])
  })

  test('runs due tasks on the way', async () => {
    const hook = server.emulator.receiver({ url: 'https://app.test/hooks', answer: 500 })
    server.emulator.act.deleteUser({ user: 4 })
    await control('POST', 'clock/play', { rate: 86_400 })
    const isThird = ({ event, data }: LiveEvent): boolean =>
      event === 'entries' && data.entries.some(({ title }: Loose) => title.endsWith('#3'))
    await until(isThird, `?after=${await journalId()}.0`)
    await control('POST', 'clock/stop')
    expect(hook.transcript.map((line) => line.slice(0, 8))).toEqual([
      '09:00:00',
      '09:05:00',
      '09:10:00',
    ])
  })

  test.each([0, -5, Number.NaN])('does not play at ×%s', async (rate) => {
    const { error } = await control('POST', 'clock/play', { rate })
    expect(error.message).toContain('Give a number greater than 0 and at most 1000000.')
  })
})
