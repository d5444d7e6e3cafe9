/** Synchronizes an LMS course with its edition: the title, the students and the teachers. */
import type { LmsApi, Role } from './lms-api.ts'
import type { People } from './people.ts'
import type { PlannedCourse, Service } from './administration.ts'

export type Editions = ReturnType<typeof createEditions>

export function createEditions(service: Service, lms: LmsApi, people: People, keyPrefix: string) {
  /** The key of a course contains the id of the planned course, because names and dates can change. */
  const keyOf = ({ id }: PlannedCourse): string => keyPrefix + id

  const putCourse = async (edition: PlannedCourse): Promise<unknown> =>
    lms.putCourse(keyOf(edition), await service.courseName(edition.course_id))

  /** Makes these users the only members with this role. */
  async function syncRole(edition: PlannedCourse, role: Role, ids: number[]): Promise<void> {
    const leaving = new Set(await lms.members(keyOf(edition), role))
    for (const userId of ids) {
      const user = await service.user(userId)
      if (user) {
        const { id } = await people.ensure(user)
        await lms.admit(keyOf(edition), role, id)
        leaving.delete(id)
      } else await service.assertUsersReadable() // An enrollment can refer to a deleted user.
    }
    for (const id of leaving) await lms.dismiss(keyOf(edition), role, id)
  }

  /** Synchronizes one edition, if it has an LMS course. */
  async function sync(edition: PlannedCourse | undefined): Promise<void> {
    if (!edition?.lms_link) return
    await putCourse(edition)
    await syncRole(edition, 'students', await service.studentsOn(edition.id))
    await syncRole(edition, 'teachers', await service.teachersOn(edition.id))
  }

  /** Synchronizes the access of one student to one edition. */
  async function syncStudent(studentId: number, editionId: number): Promise<void> {
    const edition = await service.edition(editionId)
    if (!edition?.lms_link) return
    const user = await service.user(studentId)
    if (!user) return service.assertUsersReadable()
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

    /** Synchronizes the access of one student to all editions. */
    async syncStudies(studentId: number): Promise<void> {
      const enrollments = await service.enrollmentsOf(studentId)
      for (const id of new Set(enrollments.map(({ planned_course_id }) => planned_course_id))) {
        await syncStudent(studentId, id)
      }
    },
  }
}
