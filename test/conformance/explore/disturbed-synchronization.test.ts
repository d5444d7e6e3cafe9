/** A synchronization that cannot read a list must not take its records for gone, also if the next one brings them back. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import type { Connect } from '../../../src/scenarios.ts'

type AfterError = 'rejects' | 'keeps nothing' | 'reports, and keeps nothing'

const poller =
  (afterError: AfterError): Connect =>
  ({ baseUrl, token, fetch, storage }) => {
    const problems: string[] = []

    async function resync(): Promise<void> {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${baseUrl}/labels`, { headers }).catch(() => undefined)
      const rows = response?.ok ? await rowsOf(response) : undefined
      if (rows === undefined) {
        if (afterError === 'rejects') throw new Error('GET /labels fails')
        if (afterError === 'reports, and keeps nothing') problems.push('GET /labels fails')
      }
      storage.transaction((tx) => {
        for (const [key] of storage.list('row ')) tx.delete(key)
        for (const { id, name } of rows ?? []) tx.set(`row ${id}`, name)
      })
    }

    return {
      resync,
      state: () => Object.fromEntries(storage.list('row ')),
      problems: () => problems,
    }
  }

interface Label {
  readonly id: number
  readonly name: string
}

/** Returns undefined if the body is cut. */
const rowsOf = (response: Response): Promise<readonly Label[] | undefined> =>
  response.json().then(
    (rows) => rows as Label[],
    () => undefined,
  )

test.each(['keeps nothing', 'reports, and keeps nothing'] as const)(
  'a poller that %s after an error fails',
  async (afterError) => {
    const { failures } = await explore(poller(afterError), { runs: 60 })
    expect(failures.map(({ reason }) => reason)).toContain(
      'a synchronization that a deviation hits removes what the service still has',
    )
  },
)

test('a poller that rejects, and keeps what it has, converges', async () => {
  const { failures } = await explore(poller('rejects'), { runs: 60 })
  expect(failures).toEqual([])
})
