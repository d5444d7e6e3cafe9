/** Keeps a course of the learning system in step with its edition: its title and who may enter it. */
import type { LmsApi, Role } from './lms-api.ts'
import type { People } from './people.ts'
import type { PlannedCourse, Service } from './administration.ts'

export type Editions = ReturnType<typeof createEditions>

export function createEditions(service: Service, lms: LmsApi, people: People, keyPrefix: string) {
  /** The id of the planned course is the key: names and dates change. */
  const keyOf = ({ id }: PlannedCourse): string => keyPrefix + id

  const putCourse = async (edition: PlannedCourse): Promise<unknown> =>
    lms.putCourse(keyOf(edition), await service.courseName(edition.course_id))

  /** Lets these users in, in this role, and nobody else. */
  async function syncRole(edition: PlannedCourse, role: Role, ids: number[]): Promise<void> {
    const leaving = new Set(await lms.members(keyOf(edition), role))
    for (const userId of ids) {
      const user = await service.user(userId)
      // Enrollments outlive the users who were deleted.
      if (!user) continue
      const { id } = await people.ensure(user)
      await lms.admit(keyOf(edition), role, id)
      leaving.delete(id)
    }
    for (const id of leaving) await lms.dismiss(keyOf(edition), role, id)
  }

  /** Everything of one edition, if it has a course in the learning system. */
  async function sync(edition: PlannedCourse | undefined): Promise<void> {
    if (!edition?.lms_link) return
    await putCourse(edition)
    await syncRole(edition, 'students', await service.studentsOn(edition.id))
    await syncRole(edition, 'teachers', await service.teachersOn(edition.id))
  }

  /** The place of one student on one edition. */
  async function syncStudent(studentId: number, editionId: number): Promise<void> {
    const edition = await service.edition(editionId)
    if (!edition?.lms_link) return
    const user = await service.user(studentId)
    if (!user) return
    const enrollments = await service.enrollmentsOf(studentId)
    if (enrollments.some(({ planned_course_id }) => planned_course_id === editionId)) {
      await putCourse(edition)
      const { id } = await people.ensure(user)
      await lms.admit(keyOf(edition), 'students', id)
    } else {
      const account = await people.match(user)
      if (account) await lms.dismiss(keyOf(edition), 'students', account.id)
    }
  }

  return {
    sync,
    syncStudent,
    syncById: async (id: number): Promise<void> => sync(await service.edition(id)),

    /** Every place of one student. */
    async syncStudies(studentId: number): Promise<void> {
      const enrollments = await service.enrollmentsOf(studentId)
      for (const id of new Set(enrollments.map(({ planned_course_id }) => planned_course_id))) {
        await syncStudent(studentId, id)
      }
    },
  }
}
