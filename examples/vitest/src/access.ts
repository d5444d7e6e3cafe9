/** An app that gives users access to their courses. It has no dependency on the emulator. */

interface Merged {
  event: string
  event_data: { primary_user_id: number; secondary_user_id: number }
}

const baseUrl = process.env['COURSE_ADMIN_URL'] ?? 'https://service.test/api/v1'
const token = process.env['COURSE_ADMIN_TOKEN'] ?? 'course-admin-token'

/** The courses that each user can open in the LMS. */
const access = new Map<number, number[]>()

async function grant(userId: number): Promise<void> {
  const response = await fetch(`${baseUrl}/enrollments?student_id=${userId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`enrollments of ${userId}: ${response.status}`)
  const enrollments = (await response.json()) as { planned_course_id: number }[]
  access.set(
    userId,
    enrollments.map((enrollment) => enrollment.planned_course_id),
  )
}

export const app = {
  lms: { accessOf: (user: { id: number }): number[] => access.get(user.id) ?? [] },
  async fetch(request: Request): Promise<Response> {
    const { event, event_data: merged } = (await request.json()) as Merged
    if (event === 'user.merged') {
      access.delete(merged.secondary_user_id)
      await grant(merged.primary_user_id)
    }
    return new Response('ok')
  },
}
