/** Planning: who and what is in two places at a time, and who attends. */
import { createEmulator } from 'course-admin-emulator'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { eventsSeen } from '../support/events.ts'

let emulator = createEmulator({ world: 'empty' })
let api = apiOf(emulator)
beforeEach(() => {
  emulator = createEmulator({ world: 'empty' })
  api = apiOf(emulator)
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
  test('is the time that two uses of a teacher share', async () => {
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

  test('needs an overlap: one after the other is none, and other rooms are none', async () => {
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

  test('is none between an event and its own meeting', async () => {
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

  test('ends when the planning does', async () => {
    const room = emulator.given('meeting_locations')
    meeting(9, 12, [room.id])
    const { id } = meeting(9, 12, [room.id])
    expect(await conflicts()).toHaveLength(1)
    await api.delete(`/meetings/${id}`)
    expect(await conflicts()).toEqual([])
  })
})

test('a teacher attends once, and whoever listens hears of it', async () => {
  const { id: teacher_id } = emulator.given('teachers')
  const { id: attendable_id } = meeting(9, 12)
  const sent = { teacher_id, attendable_id, attendable_type: 'Meeting' }
  const { body } = await api.post('/planning/attendees', sent)
  expect((await api.post('/planning/attendees', sent)).status).toBe(409)
  expect((await api.get(`/meetings/${attendable_id}`)).body.planning_attendees).toMatchObject([
    { teacher_id },
  ])
  await api.delete(`/planning/attendees/${body.id}`)
  expect(eventsSeen(emulator)).toEqual([
    'meeting.teacher_attendees_changed',
    'meeting.teacher_attendees_changed',
  ])
})
