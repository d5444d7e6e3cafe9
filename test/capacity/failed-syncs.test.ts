/** Synchronizations that do not read what they should: refused calls, and a 429 that is not repeated. */
import { expect, test } from 'vitest'
import { type CapacityOptions, measureCapacity } from '../../src/capacity.ts'
import type { Connect } from '../../src/scenarios/integration.ts'
import * as syncs from './example-syncs.ts'

const small: CapacityOptions = { sizes: [20, 40, 60], target: 600 }

/** Sends one call without a token. */
const withoutToken: Connect = ({ baseUrl, fetch }) => ({
  resync: () => fetch(`${baseUrl}/users?per_page=100`),
})

/** Reads one path. */
const reading =
  (path: string): Connect =>
  (connection) => ({ resync: () => syncs.reader(connection)(path) })

test.each<[string, Connect, RegExp]>([
  [
    'without a token',
    withoutToken,
    /at size 20: no call was accepted: GET \/users\?per_page=100 was answered with 403/,
  ],
  ['to a misspelt path', reading('/userz'), /GET \/userz was answered with 404/],
])('calls %s are not measured', async (_, connect, message) => {
  await expect(measureCapacity(connect, small)).rejects.toThrow(message)
})

test('an operation that is refused gives a warning with its calls', async () => {
  const connect: Connect = (connection) => ({
    async resync() {
      const read = syncs.reader(connection)
      await read('/users?per_page=100')
      for (let call = 0; call < 3; call += 1) await read('/planned_courses?per_page=0')
      await read('/userz')
    },
  })
  const { warnings } = await measureCapacity(connect, { ...small, confirm: false })
  expect(warnings).toEqual([
    'get_planned_courses was answered with 400 (3 of 3 calls).',
    '1 call matched no operation.',
  ])
})
