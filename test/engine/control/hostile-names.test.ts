/** No name of `Object.prototype` at any place of a request to the control plane leads to a status 500. */
import { createEmulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRouteDocs } from '../../../scripts/gen/route-docs.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'

const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']

const emulator = createEmulator({ world: 'small-school', baseUrl: 'http://localhost/api/v1' })
const handle = createHandler(emulator)
const { catalog } = contextOf(emulator)
afterAll(() => handle.close())
beforeAll(() => void emulator.receiver({ url: 'http://127.0.0.1:3000/hooks', answer: 204 }))

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json }

/** Each variant of a body with a hostile name as a key or as a text, at each level. */
function* variantsOf(body: Json, name: string): Generator<Json> {
  yield name
  if (typeof body !== 'object' || body === null) return
  if (Array.isArray(body)) {
    yield [...(body as Json[]), name]
    for (const [index, part] of body.entries()) {
      for (const variant of variantsOf(part, name)) yield body.with(index, variant)
    }
    return
  }
  for (const value of [1, 'x', null, [], { a: 1 }])
    yield withKey(body as object, name, value as Json)
  for (const [key, part] of Object.entries(body)) {
    for (const variant of variantsOf(part, name)) yield withKey(body as object, key, variant)
  }
}

/** A copy of an object with a key of its own, also `__proto__`. */
const withKey = (body: object, key: string, value: Json): Json =>
  Object.fromEntries([...Object.entries(body), [key, value]]) as Json

const rows = [...catalog.resources.keys()]

/** The bodies that each route is called with, besides those of its page. */
const bodies: Readonly<Record<string, readonly Json[]>> = {
  'POST given': rows.map((resource) => ({ resource, values: {} })),
  'POST methods/:id': [{ arguments: ['users', {}] }, { arguments: [{ users: [{}] }] }],
  'POST evidence/row': rows.map((name) => ({ name, match: {} })),
  'POST faults': [
    { operation: 'get_users', params: {}, query: {}, with: { change: { act: 'x', input: {} } } },
    { at: 'delivery', event: 'user.created', match: {}, with: {} },
  ],
  'POST acts/:id': [{}, { resource: 'users', values: {} }, { resource: 'users', id: 1 }],
  'POST instances': [
    { flags: {}, assumptions: {}, world: { amounts: {}, name: 'x' }, rateLimit: {} },
  ],
}

const ids: Readonly<Record<string, readonly string[]>> = {
  'POST methods/:id':
    'delivered explain importRecords flags mintToken received restore row rows setScopes usage'.split(
      ' ',
    ),
  'POST acts/:id': [...catalog.acts.keys(), 'create', 'update', 'remove'],
  'GET tables/:id': ['users'],
  'GET rows/TABLE/:id': ['1'],
  'PUT tokens/:id': ['1'],
}

const routes = Object.values(readRouteDocs()).flatMap((group) => Object.entries(group))

async function statusOf(method: string, path: string, body?: Json): Promise<string[]> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await handle(new Request(`http://localhost/_emulator/${path}`, init))
  if (response.status < 500) return (void response.body?.cancel(), [])
  return [`${method} ${path} ${JSON.stringify(body)}: ${await response.text()}`]
}

test.each(routes)('%s', async (route, { body, query = [] }) => {
  const [method = '', template = ''] = route.split(' ')
  const failures: string[] = []
  for (const name of names) {
    const paths = (ids[route] ?? ['1']).map((id) =>
      template.replace('TABLE', 'users').replace(':id', id),
    )
    const hostile = [template.replace('TABLE', name).replace(':id', '1')]
    if (template.includes(':id')) {
      hostile.push(template.replace('TABLE', 'users').replace(':id', encodeURIComponent(name)))
    }
    const queries = [`?${name}=1`, ...query.map((key) => `?${key}=${name}`)]
    for (const path of hostile) failures.push(...(await statusOf(method, path)))
    for (const path of paths) {
      if (method === 'GET') {
        for (const each of queries) failures.push(...(await statusOf(method, path + each)))
        continue
      }
      const valid = body?.startsWith('{') ? [JSON.parse(body) as Json] : []
      for (const each of [...valid, ...(bodies[route] ?? [{}])]) {
        for (const variant of variantsOf(each, name)) {
          failures.push(...(await statusOf(method, path, variant)))
        }
      }
    }
  }
  expect(failures).toEqual([])
  expect(({} as { a?: number }).a).toBeUndefined()
})
