/** Adding a resource with demo data takes one file; routes, events and documents follow from it. */
import { courseAdministration } from '../../../src/service/course-administration.ts'
import { expect, test } from 'vitest'
import { worlds } from '../../../src/service/demo/worlds.ts'
import { createOpenApiDocument } from '../../../src/engine/describe/openapi-document.ts'
import type { EmulatorContext } from '../../../src/engine/emulator/context.ts'
import { createContext } from '../../../src/engine/emulator/context-builder.ts'
import { createInitialState } from '../../../src/engine/emulator/initial-state.ts'
import { settingsFrom } from '../../../src/engine/emulator/options.ts'
import { tokenDefault } from '../../../src/engine/emulator/tokens.ts'
import { generateWorld } from '../../../src/engine/emulator/worlds/seeded-world.ts'
import { performAct } from '../../../src/engine/emulator/methods/acts.ts'
import { createCatalog } from '../../../src/engine/model/catalog.ts'
import { resources } from '../../../src/service/resources/resource-list.ts'
import { createRouter } from '../../../src/engine/serve/router.ts'
import badges from './extra-resource/badges.ts'

/** An emulator with an extra set of resources. */
function emulatorOf(all: typeof resources): EmulatorContext {
  const catalog = createCatalog(all)
  const router = createRouter(catalog.operations.values())
  const settings = { ...settingsFrom({}, courseAdministration()), catalog, router }
  return createContext(
    settings,
    createInitialState(generateWorld(worlds['small-school'], settings)),
  )
}

const before = emulatorOf(resources)
const fresh = (): EmulatorContext => emulatorOf([...resources, badges])

async function call({ serve }: EmulatorContext, method: string, path: string, sent?: object) {
  const headers = { authorization: `Bearer ${tokenDefault}`, 'content-type': 'application/json' }
  const init = { method, headers, ...(sent && { body: JSON.stringify(sent) }) }
  const response = await serve(new Request(`https://service.test/api/v1${path}`, init))
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const rowsOf = ({ store }: EmulatorContext, table: string): unknown[] => [...store.scan(table)]

test('its operations are served: pages, filters, sorting, checks of path and body', async () => {
  const after = fresh()
  expect((await call(before, 'GET', '/badges')).status).toBe(404)

  const page = await call(after, 'GET', '/badges?per_page=2&sort=name:desc')
  expect(page.body).toMatchObject([{ name: 'Badge 3' }, { name: 'Badge 2' }])
  expect(page.headers.get('link')).toMatch(/rel="next"/)
  const [badge] = page.body
  expect((await call(after, 'GET', `/badges?user_id=${badge.user_id}`)).body).toContainEqual(badge)
  expect((await call(after, 'GET', '/badges?colour=red')).status).toBe(400)
  expect((await call(after, 'GET', '/badges/99')).status).toBe(404)

  const wrong = { name: 'Badge 1', level: 'lead', user_id: 99_999 }
  const refused = await call(after, 'POST', '/badges', wrong)
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body.errors)).toEqual(expect.arrayContaining(['level']))
  const taken = await call(after, 'POST', '/badges', { name: 'Badge 1', user_id: 1 })
  expect(taken.body.errors).toEqual({ name: ['has already been taken'] })
})

test('its timestamps are in the one form that a request can send', async () => {
  const after = fresh()
  const badge = { name: 'First aid', user_id: 1, earned_at: '2026-01-02T08:30:00.000Z' }
  expect(await call(after, 'POST', '/badges', badge)).toMatchObject({ status: 201, body: badge })
  const request = after.journal.entries().find(({ kind }) => kind === 'request')
  expect(request?.behaviours?.ids()).toContain('input.timestamp')
  const refused = await call(after, 'POST', '/badges', { ...badge, earned_at: 'yesterday' })
  expect(Object.keys(refused.body.errors)).toEqual(['earned_at'])
})

test('its events are emitted, and a token needs its scopes', async () => {
  const after = fresh()
  const made = await call(after, 'POST', '/badges', { name: 'First aid', user_id: 1 })
  expect(made).toMatchObject({ status: 201, body: { name: 'First aid', level: 'bronze' } })
  await call(after, 'DELETE', `/badges/${made.body.id}`)
  const events = after.journal
    .entries()
    .flatMap((each) => (each.kind === 'event' ? each.event : []))
  expect(events).toEqual(['badge.created', 'badge.deleted'])

  const [key] = rowsOf(after, 'api_keys') as [{ id: number }]
  after.model.runWithoutEvents((tx) =>
    tx.update('api_keys', key.id, { scopes: ['relations:read'] }),
  )
  expect((await call(after, 'POST', '/badges', { name: 'Second', user_id: 1 })).status).toBe(403)
})

test('its rows follow changes of the rows that they refer to', () => {
  const after = fresh()
  const [first] = rowsOf(after, 'badges') as [{ id: number; user_id: number }]
  const [other] = rowsOf(after, 'users').filter(
    (row) => (row as { id: number }).id !== first.user_id,
  ) as [{ id: number }]
  const merged = { primary_user_id: other.id, secondary_user_id: first.user_id }
  performAct(after, 'merge_users', merged)
  expect(after.store.get('badges', first.id)).toMatchObject({ user_id: other.id })
})

test('the demo data includes its records and changes no other value', () => {
  const after = fresh()
  expect(rowsOf(after, 'badges')).toHaveLength(3)
  for (const { name } of resources) expect(rowsOf(after, name)).toEqual(rowsOf(before, name))
})

test('the OpenAPI document describes it', () => {
  const { catalog } = fresh()
  const call = { params: {}, query: {}, body: {} }
  const example = { call, response: undefined, behaviours: [], events: [] }
  const examples = { record: () => undefined, operation: () => example }
  const document = createOpenApiDocument({
    ...courseAdministration(),
    catalog,
    baseUrl: 'https://service.test',
    version: '1',
    license: '',
    examples,
  })
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/badges', '/badges/{id}']))
  expect(Object.keys(document.webhooks)).toContain('badge.created')
})
