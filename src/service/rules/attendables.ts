/** Meetings and planning events, to which teachers and materials are assigned, by `attendable_type`. */
import * as d from '../../engine/define/define.ts'

export const attendableTables = {
  Meeting: 'meetings',
  'Planning::Event': 'planning_events',
} as const
export type AttendableType = keyof typeof attendableTables

/** The event that a change of teachers emits. */
const teachersChangedEvents: Readonly<Record<AttendableType, string>> = {
  Meeting: 'meeting.teacher_attendees_changed',
  'Planning::Event': 'planning_event.teacher_attendees_changed',
}

export const findAttendees = (tx: d.Tx, attendable_type: AttendableType, attendable_id: number) =>
  tx
    .where('planning_attendees', { attendable_type, attendable_id })
    .map((attendee) => tx.serialize('planning_attendees', attendee))

export const findAttendableMaterials = (
  tx: d.Tx,
  attendable_type: AttendableType,
  attendable_id: number,
) =>
  tx
    .where('planning_materials', { attendable_type, attendable_id })
    .map(({ material_id, amount, comment }) => ({ material_id, amount, comment }))

export function emitAttendableTeachersChanged(
  tx: d.Tx,
  target: { readonly attendable_type: AttendableType; readonly attendable_id: number },
): void {
  const table = attendableTables[target.attendable_type]
  tx.update<string>(table, target.attendable_id, {}, teachersChangedEvents[target.attendable_type])
}
