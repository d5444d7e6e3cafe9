/** What the commit of a request leaves: times, journal entries and the behaviours that it relies on. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { systemActor } from '../../../src/engine/model/model.ts'
import { createApiClient } from '../../support/api-client.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

const journal = () => contextOf(emulator).journal.entries()
const behavioursOfLastRequest = () =>
  journal()
    .findLast(({ kind }) => kind === 'request')
    ?.behaviours?.ids() ?? []

test('an update sets updated_at to its time, and keeps created_at', async () => {
  const { id } = emulator.given('users', { created_at: '2026-01-02T08:00:00.000Z' })
  await emulator.advance('1h')
  const { body } = await api.put(`/users/${id}`, { first_name: 'Mia' })
  expect(body).toMatchObject({
    created_at: '2026-01-02T08:00:00.000Z',
    updated_at: '2026-01-05T10:00:00.000Z',
  })
})

test('a change entry has the values of the changed fields before and after', async () => {
  const { body } = await api.post('/labels', { name: 'VIP', model_type: 'User' })
  await api.put(`/labels/${body.id}`, { name: 'Guest' })
  await api.delete(`/labels/${body.id}`)
  const changes = journal().flatMap((each) =>
    each.kind === 'change' && each.table === 'labels' ? [each.values?.value] : [],
  )
  expect(changes).toMatchObject([
    { after: { name: 'VIP', model_type: 'User' } },
    { before: { name: 'VIP' }, after: { name: 'Guest' } },
    { before: { name: 'Guest', model_type: 'User' } },
  ])
  expect(changes.map((values) => Object.keys(values ?? {}))).toEqual([
    ['after'],
    ['before', 'after'],
    ['before'],
  ])
})

test('a row that one commit creates and deletes leaves no entry', () => {
  contextOf(emulator).model.run(systemActor(), (tx) => {
    const { id } = tx.insert('labels', { name: 'VIP', model_type: 'User' }) as { id: number }
    tx.update('labels', id, { name: 'Guest' })
    tx.remove('labels', id)
  })
  expect(journal()).toEqual([])
})

test('a request relies on the rule for several changes of a record only if it makes them', async () => {
  const { body } = await api.post('/labels', { name: 'VIP', model_type: 'User' })
  expect(behavioursOfLastRequest()).not.toContain('event.once')
  await api.put(`/labels/${body.id}`, { name: 'Guest' })
  expect(behavioursOfLastRequest()).not.toContain('event.once')
})

test('a request relies on the rule for derived values if a record shows values of its rows', async () => {
  await api.post('/labels', { name: 'VIP', model_type: 'User' })
  expect(behavioursOfLastRequest()).not.toContain('event.derived')
  const { id } = emulator.given('enrollments', { status: 'confirmed' })
  await api.put(`/enrollments/${id}/cancel`)
  expect(behavioursOfLastRequest()).toContain('event.derived')
})
