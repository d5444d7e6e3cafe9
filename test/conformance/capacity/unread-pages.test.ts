/** Lists of which a synchronization reads the first pages only: they hide the growth of its calls. */
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

test('a list that is read to its end gives no warning', async () => {
  const { warnings } = await measureCapacity(pagesOfUsers(Infinity), options)
  expect(warnings).toEqual([])
})
