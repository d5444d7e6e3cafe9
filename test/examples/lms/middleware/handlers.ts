/** The event handlers. An event identifies a record, and its handler reads the current state. */
import type { Editions } from './editions.ts'
import type { Merge } from './merges.ts'
import type { People } from './people.ts'

/** The payload of an event: a record, or ids of users. */
export type EventData = Record<string, unknown>

export type Handlers = Record<string, (data: EventData) => Promise<void>>

export interface Services {
  people: People
  editions: Editions
  merge: Merge
  resync: () => Promise<void>
}

export function handlersFor({ people, editions, merge, resync }: Services): Handlers {
  const enrollment = (data: EventData): Promise<void> => editions.syncEnrollment(data.id as number)
  const edition = (data: EventData): Promise<void> => editions.syncById(data.id as number)

  return {
    'user.updated': (data) => people.refresh(data.id as number),
    'user.merged': (data) =>
      merge(data.primary_user_id as number, data.secondary_user_id as number),
    'user.deleted': (data) => people.deactivate(data.id as number),
    'enrollment.created': enrollment,
    'enrollment.updated': enrollment,
    'enrollment.deleted': enrollment,
    'planned_course.updated': edition,
    'planned_course.canceled': edition,
    'planned_course.teacher_attendees_changed': edition,
    resync,
  }
}
