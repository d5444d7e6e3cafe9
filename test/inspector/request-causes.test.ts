/** The API of the inspector shows what led to a request: a delivery, a step or a test. */
import { runScenario, scenario } from 'course-admin-emulator/scenarios'
import { startServer } from 'course-admin-emulator/server'
import { expect, test } from 'vitest'
import { sendCausedRequests } from '../support/caused-requests.ts'

interface Summary {
  readonly number: number
  readonly kind: string
  readonly title: string
  readonly cause?: number
  readonly test?: string
}

test('the lines and the details of a request have its delivery, its step or its test', async () => {
  await using server = await startServer({
    port: 0,
    world: 'small-school',
    clock: 'virtual',
    test: 'syncs users',
  })
  const { emulator } = server
  await sendCausedRequests(emulator)
  const script = scenario('import', async ({ step }) => {
    await step('the import runs', () => emulator.fetch('/users/3', { headers: emulator.headers }))
  })
  await runScenario(script, { fetch: () => new Response() }, { emulator })

  const read = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${server.url}/_emulator/${path}`)).json()) as T
  const { entries } = await read<{ entries: Summary[] }>('story-lines')
  const requests = entries.filter(({ kind }) => kind === 'request')
  const causes = requests.map(({ cause }) => entries.find(({ number }) => number === cause)?.kind)
  expect(causes).toEqual([undefined, 'attempt', 'step'])
  expect(requests.map((request) => request.test)).toEqual(['syncs users', undefined, undefined])

  type Details = { readonly entry: Summary; readonly causes: readonly Summary[] }
  const details = await Promise.all(
    requests.map(({ number }) => read<Details>(`entries/${number}`)),
  )
  expect(details.map((each) => each.causes.map(({ kind }) => kind))).toEqual([
    [],
    ['act', 'event', 'attempt'],
    ['step'],
  ])
  expect(details[0]?.entry.test).toBe('syncs users')
})
