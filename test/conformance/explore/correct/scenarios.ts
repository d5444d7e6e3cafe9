/** The scenarios in which the correct integrations are explored. */
import { scenario } from '../../../../src/scenarios.ts'

export const course = scenario(
  'course',
  {
    summary: 'A student enrolls, marries, and cancels.',
    given: (emulator) => ({
      mia: emulator.given('users', { first_name: 'Mia', last_name: 'Berg' }),
      tom: emulator.given('users', { first_name: 'Tom', last_name: 'Smit' }),
      edition: emulator.given('planned_courses', { status: 'planned' }),
    }),
  },
  async ({ emulator, step, given: { mia, tom, edition } }) => {
    const enrollment = await step('Mia and Tom are enrolled', () => {
      emulator.act.enroll({ student: tom, planned_course: edition })
      return emulator.act.enroll({ student: mia, planned_course: edition })
    })
    await step('Mia marries, and cancels', () => {
      emulator.act.updateUser({ user: mia, last_name: 'Dekker' })
      emulator.act.cancelEnrollment({ enrollment })
    })
    await step('Mia is enrolled again', () =>
      emulator.act.enroll({ student: mia, planned_course: edition }),
    )
  },
)

export const merge = scenario(
  'merge',
  {
    summary: 'Two users of one person are enrolled, and merged.',
    given: (emulator) => ({
      mia: emulator.given('users', { first_name: 'Mia', last_name: 'Berg' }),
      duplicate: emulator.given('users', { first_name: 'M.', last_name: 'Berg' }),
      edition: emulator.given('planned_courses', { status: 'planned' }),
    }),
  },
  async ({ emulator, step, given: { mia, duplicate, edition } }) => {
    await step('The duplicate is enrolled', () =>
      emulator.act.enroll({ student: duplicate, planned_course: edition }),
    )
    await step('The users are merged', () =>
      emulator.act.mergeUsers({ primary: mia, secondary: duplicate }),
    )
  },
)

export const orders = scenario(
  'orders',
  {
    summary: 'Two orders are placed; one is approved, and one denied.',
    given: (emulator) => ({
      mia: emulator.given('users', { first_name: 'Mia' }),
      edition: emulator.given('planned_courses', { status: 'planned' }),
    }),
  },
  async ({ emulator, step, given: { mia, edition } }) => {
    const place = () => emulator.act.requestOrder({ planned_course: edition, students: [mia] })
    const [first, second] = await step('Mia orders twice', () => [place(), place()] as const)
    await step('An order is approved', () => emulator.act.approveOrder({ order: first }))
    await step('An order is denied', () => emulator.act.denyOrder({ order: second }))
  },
)

export const returning = scenario(
  'returning',
  {
    summary: 'Two users of one person have accounts; one cancels and returns, and they are merged.',
    given(emulator) {
      const [mia, duplicate] = emulator.given('users', 2)
      const [edition, other] = emulator.given('planned_courses', 2, { status: 'planned' })
      const place = (student_id: number, planned_course_id: number) =>
        emulator.given('enrollments', { student_id, planned_course_id, status: 'confirmed' })
      place(duplicate.id, edition.id)
      return { mia, duplicate, other, enrollment: place(mia.id, edition.id) }
    },
  },
  async ({ emulator, step, given: { mia, duplicate, other, enrollment } }) => {
    await step('Mia cancels', () => emulator.act.cancelEnrollment({ enrollment }))
    await step('Mia is enrolled again', () =>
      emulator.act.enroll({ student: mia, planned_course: other }),
    )
    await step('The users are merged', () =>
      emulator.act.mergeUsers({ primary: mia, secondary: duplicate }),
    )
  },
)

export const lifeOfUsers = scenario(
  'life-of-users',
  {
    summary: 'Users marry, enroll, cancel, are merged and leave.',
    given(emulator) {
      const [mia, double, tom] = emulator.given('users', 5, { wants_newsletter: false })
      const edition = emulator.given('planned_courses', { status: 'planned' })
      const enrollment = emulator.given('enrollments', {
        student_id: double.id,
        planned_course_id: edition.id,
        status: 'active',
      })
      return { mia, double, tom, edition, enrollment }
    },
  },
  async ({ emulator: { act }, step, given: { mia, double, tom, edition, enrollment } }) => {
    await step('Tom enrolls, and Mia marries', () => {
      act.enroll({ student: tom, planned_course: edition })
      act.updateUser({ user: mia, last_name: 'Dekker' })
    })
    await step('The duplicate user is merged into Mia', () =>
      act.mergeUsers({ primary: mia, secondary: double }),
    )
    await step('Mia cancels, and Tom leaves', () => {
      act.cancelEnrollment({ enrollment })
      act.deleteUser({ user: tom })
    })
  },
)
