/** Scopes that depend on the request: comments by their type, leads by either of two scopes. */
import { createEmulator, type ScopeName } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

const emulator = createEmulator({ world: 'empty' })
const statusWith = async (path: string, ...scopes: ScopeName[]) =>
  (await createApiClient(emulator, emulator.mintToken({ scopes })).get(path)).status

describe('reading a comment', () => {
  test.each([
    ['Account', 'accounts', 'relations:read'],
    ['Invoice', 'invoices', 'invoices:read'],
    ['Lead', 'leads', 'leads:read'],
    ['Lead', 'leads', 'my_leads:read'],
    ['Order', 'orders', 'orders:read'],
    ['Organization', 'organizations', 'relations:read'],
    ['PlannedCourse', 'planned_courses', 'courses:read'],
    ['Program::Editions::Edition', 'program_editions', 'courses:read'],
    ['User', 'users', 'relations:read'],
  ] as const)('on a %s needs a scope for %s: %s', async (commentable_type, table, scope) => {
    const { id: commentable_id } = emulator.given(table) as { id: number }
    const comment = emulator.given('comments', { commentable_type, commentable_id })
    const path = `/comments/${comment.id}`
    expect(await statusWith(path, scope)).toBe(200)
    expect(await statusWith(path, 'settings:read')).toBe(403)
  })

  test('on a task needs none', async () => {
    const { id: commentable_id } = emulator.given('tasks')
    const comment = emulator.given('comments', { commentable_type: 'Task', commentable_id })
    expect(await statusWith(`/comments/${comment.id}`, 'settings:read')).toBe(200)
  })
})

describe('leads', () => {
  const user = emulator.given('users')
  const mine = emulator.given('leads', { administrator_id: user.id })
  const other = emulator.given('leads', { administrator_id: null })

  test('all of them need leads:read, or a token with the other scope', async () => {
    expect(await statusWith('/leads', 'leads:read')).toBe(200)
    expect(await statusWith('/leads', 'my_leads:read')).toBe(200)
    expect(await statusWith('/leads', 'leads:modify')).toBe(403)
  })

  test('my_leads:read returns only the leads of the owner of the token', async () => {
    const own = createApiClient(emulator, emulator.mintToken({ user, scopes: ['my_leads:read'] }))
    expect((await own.get('/leads')).body).toMatchObject([{ id: mine.id }])
    expect((await own.get(`/leads/${other.id}`)).status).toBe(404)
    const all = createApiClient(emulator, emulator.mintToken({ user, scopes: ['leads:read'] }))
    expect((await all.get(`/leads/${other.id}`)).status).toBe(200)
  })
})

test('canceling a planned course needs courses:destroy', async () => {
  const { id } = emulator.given('planned_courses', { status: 'planned' })
  const cancel = async (scope: ScopeName) =>
    (
      await createApiClient(emulator, emulator.mintToken({ scopes: [scope] })).put(
        `/planned_courses/${id}/cancel`,
      )
    ).status
  expect(await cancel('courses:modify')).toBe(403)
  expect(await cancel('courses:destroy')).toBe(200)
})
