/** Planning: conflicts and attendees. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApiClient } from '../../support/api-client.ts'
import { emittedEvents } from '../../support/expected-events.ts'

let emulator = createEmulator({ world: 'empty' })
let api = createApiClient(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = createApiClient(emulator)
})

const at = (hour: number): string => `2026-02-02T${String(hour).padStart(2, '0')}:00:00.000Z`

function meeting(from: number, until: number, rooms: number[] = []) {
  return emulator.given('meetings', {
    start_date_time: at(from),
    end_date_time: at(until),
    meeting_location_id: null,
    planning_meeting_location_ids: rooms,
  })
}

const conflicts = async () => (await api.get('/planning/conflicts')).body

describe('a conflict', () => {
  test('is the overlap of two uses of a teacher', async () => {
    const { id: teacher_id } = emulator.given('teachers')
    const [early, late] = [meeting(9, 12), meeting(11, 14)]
    for (const { id } of [early, late]) {
      emulator.given('planning_attendees', {
        teacher_id,
        attendable_type: 'Meeting',
        attendable_id: id,
      })
    }
    expect(await conflicts()).toMatchObject([
      {
        resource_type: 'Teacher',
        resource_id: teacher_id,
        event_id: early.id,
        conflicting_event_id: late.id,
        start_date_time: at(11),
        end_date_time: at(12),
      },
    ])
  })

  test('needs an overlap: consecutive uses and other rooms are not conflicts', async () => {
    const [room, other] = emulator.given('meeting_locations', 2)
    meeting(9, 12, [room.id])
    meeting(12, 14, [room.id])
    meeting(10, 11, [other.id])
    expect(await conflicts()).toEqual([])
    meeting(13, 15, [room.id])
    expect(await conflicts()).toMatchObject([
      { resource_type: 'MeetingLocation', resource_id: room.id, start_date_time: at(13) },
    ])
  })

  test('does not exist between an event and its own meeting', async () => {
    const room = emulator.given('meeting_locations')
    const { id: meeting_id } = meeting(9, 12, [room.id])
    const event = {
      meeting_id,
      start_date_time: at(8),
      end_date_time: at(10),
      planning_meeting_location_ids: [room.id],
    }
    emulator.given('planning_events', event)
    expect(await conflicts()).toEqual([])
  })

  test('ends with the planning', async () => {
    const room = emulator.given('meeting_locations')
    meeting(9, 12, [room.id])
    const { id } = meeting(9, 12, [room.id])
    expect(await conflicts()).toHaveLength(1)
    await api.delete(`/meetings/${id}`)
    expect(await conflicts()).toEqual([])
  })
})

test('a teacher attends once, with an event', async () => {
  const { id: teacher_id } = emulator.given('teachers')
  const { id: attendable_id } = meeting(9, 12)
  const sent = { teacher_id, attendable_id, attendable_type: 'Meeting' }
  const { body } = await api.post('/planning/attendees', sent)
  expect((await api.post('/planning/attendees', sent)).status).toBe(409)
  expect((await api.get(`/meetings/${attendable_id}`)).body.planning_attendees).toMatchObject([
    { teacher_id },
  ])
  await api.delete(`/planning/attendees/${body.id}`)
  expect(emittedEvents(emulator)).toEqual([
    'teacher_role.created',
    'meeting.teacher_attendees_changed',
    'meeting.teacher_attendees_changed',
  ])
})

test('an attendee without a role gets the first role, which is created if missing', async () => {
  const { id: teacher_id } = emulator.given('teachers')
  const { id: attendable_id } = meeting(9, 12)
  const sent = { teacher_id, attendable_id, attendable_type: 'Meeting' }
  const { teacher_role_id } = (await api.post('/planning/attendees', sent)).body
  expect(emulator.row('teacher_roles', teacher_role_id)).toMatchObject({ name: 'Teacher' })
})

test('a group of required teachers accepts its number of matching teachers', async () => {
  const label = emulator.given('labels', { model_type: 'Teacher' })
  const group = emulator.given('required_teacher_groups', {
    quantity: 1,
    teacher_label_ids: [label.id],
  })
  const path = '/planning/required_teacher_group_attendees'
  const put = async (label_ids: number[]) => {
    const { id: teacher_id } = emulator.given('teachers', { label_ids, active: true })
    const { status, body } = await api.post(path, {
      teacher_id,
      required_teacher_group_id: group.id,
    })
    return [status, Object.keys(body?.errors ?? {})]
  }
  expect(await put([])).toEqual([422, ['teacher_id']])
  expect(await put([label.id])).toEqual([201, []])
  expect(await put([label.id])).toEqual([422, ['required_teacher_group_id']])
})

test('groups with the same role have places of their own', async () => {
  const one = emulator.given('required_teacher_groups', { quantity: 1, teacher_label_ids: [] })
  const { planning_event_id, teacher_role_id } = one
  const other = emulator.given('required_teacher_groups', { ...one, id: one.id + 1 })
  const event = { attendable_type: 'Planning::Event', attendable_id: planning_event_id }
  const newTeacher = () => ({ teacher_id: emulator.given('teachers', { active: true }).id })
  const join = async ({ id }: { id: number }) => {
    const sent = { ...newTeacher(), required_teacher_group_id: id }
    return (await api.post('/planning/required_teacher_group_attendees', sent)).status
  }
  await api.post('/planning/attendees', { ...event, ...newTeacher(), teacher_role_id })
  expect([await join(one), await join(other)]).toEqual([201, 201])
  expect([await join(one), await join(other)]).toEqual([422, 422])
  const [, first] = emulator.rows('planning_attendees')
  await api.delete(`/planning/attendees/${first?.id}`)
  expect([await join(other), await join(one)]).toEqual([422, 201])
})

test('a teacher can be assigned while active, and stays assigned', async () => {
  const { id } = emulator.given('teachers', { active: false })
  const { id: course } = emulator.given('planned_courses')
  await api.post(`/teachers/${id}/activate`)
  expect((await api.put(`/planned_courses/${course}`, { teacher_ids: [id] })).status).toBe(200)
  await api.post(`/teachers/${id}/deactivate`)
  expect((await api.put(`/planned_courses/${course}`, { teacher_ids: [id] })).status).toBe(200)
  expect(emittedEvents(emulator)).not.toContain('catalog_variant.updated')
})

test('the capacity of a room is a non-negative integer', async () => {
  const { id } = emulator.given('meeting_locations')
  const put = async (capacity: number) =>
    (await api.put(`/meeting_locations/${id}`, { capacity })).status
  expect([await put(5.5), await put(-1), await put(5)]).toEqual([422, 422, 200])
})

test('a new element of a program is after the last one, also after deletions', async () => {
  const { id: edition_id } = emulator.given('program_editions')
  const { id: course_id } = emulator.given('courses')
  const add = async () => (await api.post('/program/elements', { edition_id, course_id })).body
  const [first, second] = [await add(), await add()]
  await api.delete(`/program/elements/${first.id}`)
  expect([first.position, second.position, (await add()).position]).toEqual([1, 2, 3])
})

test.each([
  ['Amsterdam', '2026-03-09T23:30:00.000Z', '2026-03-10'],
  ['America/New_York', '2026-03-10T00:30:00.000Z', '2026-03-09'],
])('in %s, the first day of a list includes a meeting at %s on %s', async (zone, start, day) => {
  emulator.act.update('educators', 1, { time_zone: zone })
  const { id, planned_course_id } = emulator.given('meetings', {
    start_date_time: start,
    end_date_time: '2026-03-10T02:00:00.000Z',
  })
  for (const path of ['/meetings', `/planned_courses/${planned_course_id}/meetings`]) {
    const from = async (first: string) => (await api.get(`${path}?date_from=${first}`)).body
    expect(await from(day)).toMatchObject([{ id }])
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    expect(await from(next)).toEqual([])
  }
})
