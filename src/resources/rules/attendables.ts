/** What teachers and materials can be planned for, by the word that says of what kind it is. */
import type { Tx } from '../../define/define.ts'

export const attendables = { Meeting: 'meetings', 'Planning::Event': 'planning_events' } as const
export type AttendableType = keyof typeof attendables

/** The event by which it is told that the teachers are others now. */
const eventOfTeachers: Readonly<Record<AttendableType, string>> = {
  Meeting: 'meeting.teacher_attendees_changed',
  'Planning::Event': 'planning_event.teacher_attendees_changed',
}

export const attendeesOf = (tx: Tx, attendable_type: AttendableType, attendable_id: number) =>
  tx.where('planning_attendees', { attendable_type, attendable_id })

export const materialsOf = (tx: Tx, attendable_type: AttendableType, attendable_id: number) =>
  tx
    .where('planning_materials', { attendable_type, attendable_id })
    .map(({ material_id, amount, comment }) => ({ material_id, amount, comment }))

/** Says that the teachers of a meeting or an event are others now. */
export function announceAttendees(
  tx: Tx,
  at: { readonly attendable_type: AttendableType; readonly attendable_id: number },
): void {
  const table = attendables[at.attendable_type]
  tx.update<string>(table, at.attendable_id, {}, eventOfTeachers[at.attendable_type])
}
