/** Lists of which a synchronization reads the first pages only: they hide the growth of its calls. */
import { type Connect, measureCapacity } from '../../../src/capacity.ts'
import { expect, test } from 'vitest'

const sizes = { sizes: [30, 60, 90], target: 120 }

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
  const { warnings } = await measureCapacity(pagesOfUsers(most), { ...sizes, confirm: false })
  expect(warnings).toEqual([
    `get_users returned ${records} records at every size, and its last page has a next one. Follow the header \`Link\`.`,
  ])
})

test('the full run counts too', async () => {
  const { warnings } = await measureCapacity(pagesOfUsers(1), sizes)
  expect(warnings).toHaveLength(1)
})

test('a list that is read to its end gives no warning', async () => {
  const { warnings } = await measureCapacity(pagesOfUsers(Infinity), { ...sizes, confirm: false })
  expect(warnings).toEqual([])
})
