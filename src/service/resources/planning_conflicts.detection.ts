/** Finds teachers, reservable materials and rooms that are planned twice at the same time. */
import * as d from '../../engine/define/define.ts'
import type { AttendableType } from '../rules/attendables.ts'
import { fullName } from '../fields/person-names.ts'
import type { Rows } from '../generated/rows.ts'
import { ignoresCanceledCourses } from '../behaviours/planning.ts'

export const conflictResourceTypes = ['Teacher', 'Material', 'MeetingLocation'] as const

interface Slot {
  readonly event_id: number
  readonly event_type: AttendableType
  /** The meeting that the slot belongs to. An event does not conflict with its own meeting. */
  readonly meeting: number
  readonly start: string
  readonly end: string
}

interface ResourceUse {
  readonly resource_type: (typeof conflictResourceTypes)[number]
  readonly resource_id: number
  readonly resource_name: string
  readonly slot: Slot
}

export function findConflicts(tx: d.Tx): object[] {
  const byResource = new Map<string, ResourceUse[]>()
  for (const use of listResourceUses(tx)) {
    const key = `${use.resource_type} ${use.resource_id}`
    byResource.set(key, [...(byResource.get(key) ?? []), use])
  }
  return [...byResource.values()].flatMap(findOverlaps)
}

/** Returns each overlapping pair once; the earlier use is first. */
function findOverlaps(uses: readonly ResourceUse[]): object[] {
  const sorted = uses.toSorted((a, b) => (a.slot.start < b.slot.start ? -1 : 1))
  return sorted.flatMap((use, i) =>
    sorted
      .slice(i + 1)
      .filter(({ slot }) => slot.start < use.slot.end && slot.meeting !== use.slot.meeting)
      .map((other) => toConflict(use, other)),
  )
}

function toConflict(
  { slot, resource_type, resource_id, resource_name }: ResourceUse,
  other: ResourceUse,
): object {
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

function listResourceUses(tx: d.Tx): ResourceUse[] {
  return listSlots(tx).flatMap(({ rooms, ...slot }) => [
    ...rooms.map((id): ResourceUse => ({
      resource_type: 'MeetingLocation',
      resource_id: id,
      resource_name: tx.get('meeting_locations', id).name,
      slot,
    })),
    ...listTeacherUses(tx, slot),
    ...listMaterialUses(tx, slot),
  ])
}

/** Lists the meetings that take place. */
function listActiveMeetings(tx: d.Tx): Rows['meetings'][] {
  const meetings = tx.where('meetings', {})
  if (!tx.assumes(ignoresCanceledCourses)) return meetings
  const canceledCourseIds = new Set(
    tx.where('planned_courses', { status: 'canceled' }).map(({ id }) => id),
  )
  return meetings.filter(({ planned_course_id }) => !canceledCourseIds.has(planned_course_id))
}

function listSlots(tx: d.Tx): (Slot & { readonly rooms: number[] })[] {
  const activeMeetings = listActiveMeetings(tx)
  const ids = new Set(activeMeetings.map(({ id }) => id))
  const meetings = activeMeetings.map((row) => ({
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

function listTeacherUses(tx: d.Tx, slot: Slot): ResourceUse[] {
  const at = { attendable_type: slot.event_type, attendable_id: slot.event_id }
  return tx.where('planning_attendees', at).map(({ teacher_id }) => {
    const resource_name = fullName(tx.get('users', tx.get('teachers', teacher_id).user_id))
    return { resource_type: 'Teacher', resource_id: teacher_id, resource_name, slot }
  })
}

/** Lists the reservable materials of a slot. Consumables cannot conflict. */
function listMaterialUses(tx: d.Tx, slot: Slot): ResourceUse[] {
  const at = { attendable_type: slot.event_type, attendable_id: slot.event_id }
  return tx.where('planning_materials', at).flatMap(({ material_id }): ResourceUse[] => {
    const { name, use_type } = tx.get('materials', material_id)
    if (use_type === 'consumable') return []
    return [{ resource_type: 'Material', resource_id: material_id, resource_name: name, slot }]
  })
}
