/** Synchronizations that read as much at every size: they hide the growth of the calls. */
import { type Connect, measureCapacity } from '../../../src/capacity.ts'
import { expect, test } from 'vitest'

const options = { target: 120, largest: false }

/** Reads the given number of pages of users, at most. */
const pagesOfUsers =
  (most: number): Connect =>
  ({ baseUrl, token, fetch }) => ({
    async resync() {
      let next: string | undefined = `${baseUrl}/users?per_page=10`
      for (let page = 0; next !== undefined && page < most; page += 1) {
        const response: Response = await fetch(next, {
          headers: { authorization: `Bearer ${token}` },
        })
        next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      }
    },
  })

test.each([
  [1, '10'],
  [3, '30'],
])('a list of which only %i pages are read gives a warning', async (most, records) => {
  const { warnings, summary, text } = await measureCapacity(pagesOfUsers(most), options)
  const warning = `get_users returned ${records} records at every size, and its last page has a next one. Follow the header \`Link\``
  expect(warnings).toEqual([`${warning}.`])
  expect(summary).toBe(`120 users take 0 s; the window of 4 h is enough; warning: ${warning}`)
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      '120 users take 0 s; the window of 4 h is enough.',
      `Warning: ${warning}.`,
    ]),
  )
})

test.each([
  ['reads one user', 'GET', '/users/1', '1 record'],
  ['only writes one', 'POST', '/users', '1 record'],
])('a synchronization that %s gives a warning', async (_, method, path, read) => {
  const connect: Connect = ({ baseUrl, token, fetch }) => ({
    async resync() {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ first_name: 'Mia', last_name: 'Berg', email: 'm@a.test' })
      await fetch(`${baseUrl}${path}`, { method, headers, ...(method === 'POST' && { body }) })
    },
  })
  const { warnings } = await measureCapacity(connect, options)
  expect(warnings).toEqual([
    `The synchronization got ${read} for 120 users, and as many at every size. So its time says nothing about the size.`,
  ])
})

test('a list that is read to its end gives no warning', async () => {
  const { warnings } = await measureCapacity(pagesOfUsers(Infinity), options)
  expect(warnings).toEqual([])
})
