/** What an administrator does to records of whatever kind, as the user of an emulator calls it. */
import type { Records, Rows } from '../../generated/rows.ts'
import type { GivenValues, ResourceName } from '../emulator-api.ts'

/** Resources whose records can be published: categories, courses, products, … */
export type PublishableResource = {
  [N in ResourceName]: Records[N] extends { is_published: boolean } ? N : never
}[ResourceName]

/** A record or its id. */
export type RecordRef<N extends ResourceName> = Rows[N]['id'] | Records[N]

/** Acts for records of every resource: each is one change, and announces what it changed. */
export interface RecordActs {
  /**
   * Makes a record as `given` does, with the records that it cannot be without, and announces it.
   *
   * @throws EmulatorError when a field is unknown, or a value breaks a rule
   * @example
   * emulator.act.create('meetings', { planned_course_id: planned.id })
   */
  create<N extends ResourceName>(resource: N, values?: GivenValues<N>): Records[N]
  /**
   * Writes stored fields of a record as they are said, and announces the change. What more a move
   * brings about comes from the act of that name: only `cancelPlannedCourse` cancels enrollments.
   *
   * @throws EmulatorError when the record or a field is unknown, or a value breaks a rule
   * @example
   * emulator.act.update('educators', 1, { phone: '+31207654321' })
   */
  update<N extends ResourceName>(resource: N, id: RecordRef<N>, values: GivenValues<N>): Records[N]
  /**
   * Removes a record with its parts, as the API does where it can; others forget it.
   *
   * @throws EmulatorError when another record cannot be without it; the message counts them
   * @example
   * emulator.act.remove('meetings', meeting)
   */
  remove<N extends ResourceName>(resource: N, id: RecordRef<N>): void
  /**
   * Publishes a record, as an update of it over the API does.
   *
   * @example
   * emulator.act.publish('courses', course)
   */
  publish<N extends PublishableResource>(resource: N, id: RecordRef<N>): Records[N]
  /** Takes a record off the website. */
  unpublish<N extends PublishableResource>(resource: N, id: RecordRef<N>): Records[N]
}
