/** Synchronizes an LMS course with its edition: the title, the students and the teachers. */
import type { Settings } from './config.ts'
import type { LmsApi, Role } from './lms-api.ts'
import type { Memory } from './memory.ts'
import type { People } from './people.ts'
import type { Enrollment, PlannedCourse, Service } from './administration.ts'

export type Editions = ReturnType<typeof createEditions>

export function createEditions(
  { keyPrefix }: Pick<Settings, 'keyPrefix'>,
  service: Service,
  lms: LmsApi,
  memory: Memory,
  people: People,
) {
  /** The key of a course contains the id of the planned course, because names and dates can change. */
  const keyOf = ({ id }: PlannedCourse): string => keyPrefix + id

  const putCourse = async (edition: PlannedCourse): Promise<unknown> =>
    lms.putCourse(keyOf(edition), await service.courseName(edition.course_id))

  /** Makes these users the only members with this role. Returns the users who are not there. */
  async function syncRole(edition: PlannedCourse, role: Role, ids: number[]): Promise<number[]> {
    const absent: number[] = []
    const leaving = new Set(await lms.members(keyOf(edition), role))
    for (const userId of ids) {
      const user = await service.user(userId)
      if (user) {
        const { id } = await people.ensure(user)
        await lms.admit(keyOf(edition), role, id)
        leaving.delete(id)
      } else absent.push(userId)
    }
    if (absent.length > 0) await service.assertReadable('users')
    for (const id of leaving) await lms.dismiss(keyOf(edition), role, id)
    return absent
  }

  /** Synchronizes one edition. Without an LMS course, access can only end. */
  async function sync(edition: PlannedCourse | undefined): Promise<void> {
    if (!edition) return
    if (!edition.lms_link) {
      for (const id of memory.seatsOn(edition.id)) await syncEnrollment(id)
      return
    }
    await putCourse(edition)
    const enrollments = await service.enrollmentsOn(edition.id)
    const students = enrollments.map(({ student_id }) => student_id)
    await syncRole(edition, 'students', students) // An enrollment can refer to a deleted user.
    for (const enrollment of enrollments) await leaveFormer(enrollment.id, enrollment)
    const absent = await syncRole(edition, 'teachers', await service.teachersOn(edition.id))
    // The users were merged or deleted after they were listed: try again later.
    if (absent.length > 0)
      throw new Error(`teachers of edition ${edition.id} are not there any more`)
  }

  /** Synchronizes the access of one student to one edition. */
  async function syncStudent(studentId: number, editionId: number): Promise<void> {
    const edition = await service.edition(editionId)
    if (!edition) return
    const user = await service.user(studentId)
    if (!user) await service.assertReadable('users')
    const enrollments = user ? await service.enrollmentsOf(studentId) : []
    if (user && enrollments.some(({ planned_course_id }) => planned_course_id === editionId)) {
      if (!edition.lms_link) return
      await putCourse(edition)
      const { id } = await people.ensure(user)
      await lms.admit(keyOf(edition), 'students', id)
    } else {
      // Note: the user may be merged or deleted, and the account is still there.
      const account = user ? await people.match(user) : await people.accountOf(studentId)
      if (account) await lms.dismiss(keyOf(edition), 'students', account.id)
    }
  }

  /** Ends the access that an enrollment gave when it was read last, and remembers which one it gives now. */
  async function leaveFormer(id: number, now: Enrollment | undefined): Promise<void> {
    const before = memory.seatOf(id)
    if (before) {
      const edition = before.planned_course_id
      // Note: a merge moves the access to another account when its event is processed, which can be later.
      const students = new Set([before.student_id, memory.survivorOf(before.student_id)])
      if (now?.planned_course_id === edition) students.delete(now.student_id)
      for (const student of students) await syncStudent(student, edition)
    }
    if (now) memory.rememberSeat(id, now)
    else memory.forgetSeat(id)
  }

  /** Synchronizes the access that an enrollment gives, and ends the one that it gave before. */
  async function syncEnrollment(id: number, known?: Enrollment): Promise<void> {
    const enrollment = known ?? (await service.enrollment(id))
    if (!enrollment) await service.assertReadable('enrollments')
    await leaveFormer(id, enrollment)
    if (enrollment) await syncStudent(enrollment.student_id, enrollment.planned_course_id)
  }

  return {
    sync,
    syncEnrollment,
    syncById: async (id: number): Promise<void> => sync(await service.edition(id)),

    /** Synchronizes the access of one student to all editions. */
    async syncStudies(studentId: number): Promise<void> {
      for (const enrollment of await service.enrollmentsOf(studentId))
        await syncEnrollment(enrollment.id, enrollment)
    },
  }
}
