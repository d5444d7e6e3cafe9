/** The page and the demo data of the dev server, with the test runner of Node. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServer } from 'vite'

test('the dev server serves the page, the API and its pictures', async (t) => {
  const server = await createServer({ logLevel: 'error', server: { port: 0, host: '127.0.0.1' } })
  t.after(() => server.close())
  await server.listen()
  const [origin] = server.resolvedUrls.local

  const page = await fetch(origin)
  assert.match(await page.text(), /src\/main\.ts/)

  const headers = { authorization: 'Bearer course-admin-token' }
  const read = async (path) => (await fetch(new URL(`api/v1/${path}`, origin), { headers })).json()
  const [mia] = await read('users?email=mia@example.test')
  assert.equal((await read(`enrollments?student_id=${mia.id}`)).length, 2)

  const [course] = await read('courses')
  const picture = await fetch(course.avatar_url)
  assert.equal(picture.headers.get('content-type'), 'image/svg+xml')
})
