/** Scopes that depend on what is asked for: comments by their type, leads by either of two. */
import { createEmulator, type ScopeName } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { createApiClient } from '../support/api-client.ts'

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
  ] as const)('beside a %s takes a scope for %s: %s', async (commentable_type, table, scope) => {
    const { id: commentable_id } = emulator.given(table) as { id: number }
    const comment = emulator.given('comments', { commentable_type, commentable_id })
    const path = `/comments/${comment.id}`
    expect(await statusWith(path, scope)).toBe(200)
    expect(await statusWith(path, 'settings:read')).toBe(403)
  })

  test('beside a task takes none', async () => {
    const { id: commentable_id } = emulator.given('tasks')
    const comment = emulator.given('comments', { commentable_type: 'Task', commentable_id })
    expect(await statusWith(`/comments/${comment.id}`, 'settings:read')).toBe(200)
  })
})

describe('leads', () => {
  const user = emulator.given('users')
  const mine = emulator.given('leads', { administrator_id: user.id })
  const other = emulator.given('leads', { administrator_id: null })

  test('all of them take leads:read, or one token of the two kinds', async () => {
    expect(await statusWith('/leads', 'leads:read')).toBe(200)
    expect(await statusWith('/leads', 'my_leads:read')).toBe(200)
    expect(await statusWith('/leads', 'leads:modify')).toBe(403)
  })

  test('my_leads:read shows those of the owner of the token alone', async () => {
    const own = createApiClient(emulator, emulator.mintToken({ user, scopes: ['my_leads:read'] }))
    expect((await own.get('/leads')).body).toMatchObject([{ id: mine.id }])
    expect((await own.get(`/leads/${other.id}`)).status).toBe(404)
    const all = createApiClient(emulator, emulator.mintToken({ user, scopes: ['leads:read'] }))
    expect((await all.get(`/leads/${other.id}`)).status).toBe(200)
  })
})

test('a planned course is canceled with courses:destroy, and with nothing less', async () => {
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
