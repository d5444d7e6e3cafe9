/** The page and the demo data of the dev server, with the test runner of Node. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServer } from 'vite'

test('the dev server serves the page and the API', async (t) => {
  const server = await createServer({ logLevel: 'error', server: { port: 0, host: '127.0.0.1' } })
  t.after(() => server.close())
  await server.listen()
  const [origin] = server.resolvedUrls.local

  const page = await fetch(origin)
  assert.match(await page.text(), /src\/main\.ts/)

  const headers = { authorization: 'Bearer course-admin-token' }
  const response = await fetch(new URL('api/v1/enrollments', origin), { headers })
  const enrollments = await response.json()
  assert.equal(enrollments.filter(({ status }) => status === 'active').length >= 3, true)
})
