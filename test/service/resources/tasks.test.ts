/** Tasks: their subjects, assignees and completion. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

test('a task about a deleted user can be updated, and sent back as it was read', async () => {
  const { id: subject_id } = emulator.given('users')
  const { id } = emulator.given('tasks', { subject_type: 'User', subject_id, starred: false })
  emulator.act.deleteUser({ user: subject_id })
  const path = `/tasks/${id}`
  expect((await api.put(path, { starred: true })).body).toMatchObject({ starred: true, subject_id })
  expect((await api.put(path, (await api.get(path)).body)).status).toBe(200)
  expect((await api.put(path, { subject_type: 'Course' })).body.errors).toEqual({
    subject_id: ['does not exist'],
  })
  expect((await api.put(path, { subject_type: null })).body.errors).toEqual({
    subject_type: ['is missing'],
  })
})

test('an update of a task sets who assigned it only if the assignee changes', async () => {
  const { id: assignee_id } = emulator.given('users')
  const { id } = emulator.given('tasks', { assignee_id, assigned_by_id: null })
  expect((await api.put(`/tasks/${id}`, { assignee_id })).body.assigned_by_id).toBeNull()
  expect((await api.put(`/tasks/${id}`, { assignee_id: 1 })).body.assigned_by_id).toBe(1)
})

test('a task of a deleted assignee can be sent back as it was read', async () => {
  const { id: assignee_id } = emulator.given('users')
  const { id } = emulator.given('tasks', { assignee_id })
  emulator.act.deleteUser({ user: assignee_id })
  const { body: task } = await api.get(`/tasks/${id}`)
  expect(await api.put(`/tasks/${id}`, task)).toEqual({ status: 200, body: task })
  const { status, body } = await api.put(`/tasks/${id}`, { assignee_id: 99 })
  expect([status, body.errors]).toEqual([422, { assignee_id: ['does not exist'] }])
})

test('completing a completed task again keeps when and by whom it was completed', async () => {
  const { body: task } = await api.post('/tasks', { name: 'Call back', completed: true })
  await emulator.advance('1d')
  const user = emulator.given('users')
  const token = emulator.mintToken({ user })
  const other = createApiClient(emulator, token)
  expect((await other.put(`/tasks/${task.id}`, { completed: true })).body).toEqual(task)
})
