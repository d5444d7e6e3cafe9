/** Finds who and what is planned twice at a time: teachers, reservable materials, rooms. */
import { assumed, type Tx } from '../define/define.ts'
import type { AttendableType } from './rules/attendables.ts'
import { fullName } from './shared/person-names.ts'
import type { Rows } from '../generated/rows.ts'

const calledOff = assumed(
  'planning_conflict.canceled',
  'the meetings of a canceled planned course are in conflict with nothing',
  {
    because: 'they do not take place, so that room and teacher are free',
    instead: 'a meeting is in conflict whatever became of its course',
  },
)

export const resourceTypes = ['Teacher', 'Material', 'MeetingLocation'] as const

interface Slot {
  readonly event_id: number
  readonly event_type: AttendableType
  /** The meeting that the time belongs to: an event is no conflict with its own meeting. */
  readonly meeting: number
  readonly start: string
  readonly end: string
}

interface Use {
  readonly resource_type: (typeof resourceTypes)[number]
  readonly resource_id: number
  readonly resource_name: string
  readonly slot: Slot
}

export function conflictsOf(tx: Tx): object[] {
  const byResource = new Map<string, Use[]>()
  for (const use of usesOf(tx)) {
    const key = `${use.resource_type} ${use.resource_id}`
    byResource.set(key, [...(byResource.get(key) ?? []), use])
  }
  return [...byResource.values()].flatMap(overlaps)
}

/** Each pair that overlaps once, the earlier use first. */
function overlaps(uses: readonly Use[]): object[] {
  const sorted = uses.toSorted((a, b) => (a.slot.start < b.slot.start ? -1 : 1))
  return sorted.flatMap((use, i) =>
    sorted
      .slice(i + 1)
      .filter(({ slot }) => slot.start < use.slot.end && slot.meeting !== use.slot.meeting)
      .map((other) => conflict(use, other)),
  )
}

function conflict({ slot, resource_type, resource_id, resource_name }: Use, other: Use): object {
  return {
    resource_type,
    resource_id,
    resource_name,
    event_id: slot.event_id,
    event_type: slot.event_type,
    event_start_date_time: slot.start,
    event_end_date_time: slot.end,
    conflicting_event_id: other.slot.event_id,
    conflicting_event_type: other.slot.event_type,
    conflicting_event_start_date_time: other.slot.start,
    conflicting_event_end_date_time: other.slot.end,
    start_date_time: other.slot.start,
    end_date_time: other.slot.end < slot.end ? other.slot.end : slot.end,
  }
}

function usesOf(tx: Tx): Use[] {
  return slotsOf(tx).flatMap(({ rooms, ...slot }) => [
    ...rooms.map((id): Use => ({
      resource_type: 'MeetingLocation',
      resource_id: id,
      resource_name: tx.get('meeting_locations', id).name,
      slot,
    })),
    ...teachersIn(tx, slot),
    ...materialsIn(tx, slot),
  ])
}

/** Meetings that take place, as far as one can tell. */
function heldMeetings(tx: Tx): Rows['meetings'][] {
  const meetings = tx.where('meetings', {})
  if (!tx.takes(calledOff)) return meetings
  const off = new Set(tx.where('planned_courses', { status: 'canceled' }).map(({ id }) => id))
  return meetings.filter(({ planned_course_id }) => !off.has(planned_course_id))
}

function slotsOf(tx: Tx): (Slot & { readonly rooms: number[] })[] {
  const held = heldMeetings(tx)
  const ids = new Set(held.map(({ id }) => id))
  const meetings = held.map((row) => ({
    event_id: row.id,
    event_type: 'Meeting' as const,
    meeting: row.id,
    start: row.start_date_time,
    end: row.end_date_time,
    rooms: row.planning_meeting_location_ids,
  }))
  const within = tx.where('planning_events', {}).filter(({ meeting_id }) => ids.has(meeting_id))
  const events = within.map((row) => ({
    event_id: row.id,
    event_type: 'Planning::Event' as const,
    meeting: row.meeting_id,
    start: row.start_date_time,
    end: row.end_date_time,
    rooms: row.planning_meeting_location_ids,
  }))
  return [...meetings, ...events]
}

function teachersIn(tx: Tx, slot: Slot): Use[] {
  const at = { attendable_type: slot.event_type, attendable_id: slot.event_id }
  return tx.where('planning_attendees', at).map(({ teacher_id }) => {
    const resource_name = fullName(tx.get('users', tx.get('teachers', teacher_id).user_id))
    return { resource_type: 'Teacher', resource_id: teacher_id, resource_name, slot }
  })
}

/** What is used up cannot be planned twice; what is reserved can. */
function materialsIn(tx: Tx, slot: Slot): Use[] {
  const at = { attendable_type: slot.event_type, attendable_id: slot.event_id }
  return tx.where('planning_materials', at).flatMap(({ material_id }): Use[] => {
    const { name, use_type } = tx.get('materials', material_id)
    if (use_type === 'consumable') return []
    return [{ resource_type: 'Material', resource_id: material_id, resource_name: name, slot }]
  })
}
