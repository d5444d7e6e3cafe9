/** The routes for acts. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { expect, test } from 'vitest'
import { emittedEvents } from '../../support/expected-events.ts'

const controlOf = (emulator: Emulator) => {
  const control = createHandler(emulator)
  return async (method: string, path: string, sent?: object) => {
    const url = `http://127.0.0.1:4010/_emulator/${path}`
    const response = await control(
      new Request(url, { method, ...(sent && { body: JSON.stringify(sent) }) }),
    )
    return { status: response.status, body: await response.json() }
  }
}

test('an act runs by its id and accepts both names of an id input', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const control = controlOf(emulator)
  const { id } = emulator.given('enrollments', { status: 'active' })
  const completed = await control('POST', 'acts/complete_enrollment', {
    enrollment_id: id,
    graduation_state: 'passed',
  })
  expect(completed).toMatchObject({ status: 200, body: { id, graduation_state: 'passed' } })
  const again = await control('POST', 'acts/complete_enrollment', {
    enrollment: id,
    graduation_state: 'failed',
  })
  expect(again.body.graduation_state).toBe('failed')
  expect(emittedEvents(emulator)).toEqual(['enrollment.updated', 'enrollment.updated'])
})

test('records are created, updated, removed and published', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const control = controlOf(emulator)
  const made = await control('POST', 'acts/create', {
    resource: 'courses',
    values: { name: 'Law', is_published: false },
  })
  const record = { resource: 'courses', id: made.body.id }
  expect((await control('POST', 'acts/publish', record)).body.is_published).toBe(true)
  const values = { level: 'Basic' }
  expect((await control('POST', 'acts/update', { ...record, values })).body).toMatchObject(values)
  expect(await control('POST', 'acts/remove', record)).toEqual({ status: 200, body: {} })
  expect(emulator.rows('courses')).toEqual([])
})

test('an invalid act is refused with 422 and the nearest name', async () => {
  const control = controlOf(createEmulator({ world: 'empty' }))
  const messageOf = async (path: string, sent: object) => {
    const { status, body } = await control('POST', path, sent)
    expect(status).toBe(422)
    return body.error.message
  }
  expect(await messageOf('acts/merge_user', {})).toContain('Did you mean "merge_users"?')
  expect(await messageOf('acts/updat', {})).toContain('Did you mean "update"?')
  expect(await messageOf('acts/remove', { resource: 'user', id: 1 })).toContain(
    'Did you mean "users"?',
  )
  expect(await messageOf('acts/remove', { resorce: 'users' })).toContain('Did you mean "resource"?')
  expect(await messageOf('acts/remove', { resource: 'users' })).toContain('"id" is not a number')
  expect(await messageOf('acts/cancel_enrollment', { enrollment: 99 })).toContain('does not exist')
  expect(await messageOf('acts/cancel_enrollment', {})).toContain('enrollment_id is missing')
  expect(await messageOf('acts/deleteUser', { user: 99 })).toBe('user does not exist')
  expect(await messageOf('acts/delete_user', { id: 99 })).toBe('id does not exist')
})

test('the acts are listed with their inputs', async () => {
  const { body } = await controlOf(createEmulator({ world: 'empty' }))('GET', 'acts')
  expect(body).toContainEqual(
    expect.objectContaining({
      id: 'assign_teacher',
      summary: 'Assigns a teacher to a planned course.',
      input: { planned_course_id: true, teacher_id: true, teacher_role_id: false },
    }),
  )
  expect(body).toContainEqual(
    expect.objectContaining({
      id: 'create',
      summary: 'Makes a record of a resource.',
      input: { resource: true, values: false },
    }),
  )
})

test('the inputs describe the items of lists and the parts of objects', async () => {
  const { body } = await controlOf(createEmulator({ world: 'empty' }))('GET', 'acts')
  const inputsOf = (act: string) => body.find(({ id }: { id: string }) => id === act).inputs
  expect(inputsOf('register_webhook')).toContainEqual({
    name: 'events',
    required: false,
    kind: 'array',
    items: { kind: 'enum', options: expect.arrayContaining(['user.merged']) },
  })
  expect(inputsOf('request_order')).toContainEqual(
    expect.objectContaining({
      name: 'student_ids',
      alias: 'students',
      items: { kind: 'integer', to: 'users' },
    }),
  )
  const [, meetings] = inputsOf('plan_meetings')
  expect(meetings.items.parts).toContainEqual({
    name: 'start_date_time',
    required: true,
    kind: 'string',
    format: 'timestamp',
  })
})
