/** Scenarios with one or two users, so that all schedules of an exploration run in a moment. */
import type { Emulator } from '../../../src/engine/emulator/emulator-api.ts'
import { type ScenarioContext, scenario } from '../../../src/engine/emulator/scenario.ts'
import { enrollAll, enrollmentIdOf } from '../../../src/service/scenarios/parts/enrollments.ts'
import { givenEdition, givenPerson } from '../../../src/service/scenarios/parts/sample-records.ts'

const givenMia = (emulator: Emulator) => ({
  mia: givenPerson(emulator, 'Mia'),
  edition: givenEdition(emulator, 'First aid'),
})

const givenUnknownMia = (emulator: Emulator) => ({
  mia: givenPerson(emulator, 'Mia', { principal_id: null }),
  edition: givenEdition(emulator, 'First aid'),
})

const givenDuplicate = (emulator: Emulator) => ({
  mia: givenPerson(emulator, 'Mia'),
  duplicate: givenPerson(emulator, 'Duplicate'),
  own: givenEdition(emulator, 'First aid'),
  moved: givenEdition(emulator, 'Fire safety'),
})

export const enrollment = scenario(
  'enrollment',
  { summary: 'A user is enrolled.', given: givenMia },
  async ({ emulator, step, given: { mia, edition } }) => {
    await step('Mia is enrolled', () => enrollAll(emulator, [mia], edition))
  },
)

export const firstPrincipalId = scenario(
  'first-principal-id',
  { summary: 'A user without a principal ID is enrolled.', given: givenUnknownMia },
  async ({ emulator, step, given: { mia, edition } }) => {
    await step('Mia is enrolled', () => enrollAll(emulator, [mia], edition))
  },
)

export const twoEnrollments = scenario(
  'two-enrollments',
  {
    summary: 'Two users are enrolled, one second apart.',
    given: (emulator) => ({ ...givenMia(emulator), tom: givenPerson(emulator, 'Tom') }),
  },
  async ({ emulator, step, given: { mia, tom, edition } }) => {
    await step('Mia and Tom are enrolled', async () => {
      enrollAll(emulator, [mia], edition)
      await emulator.advance('1s')
      enrollAll(emulator, [tom], edition)
    })
  },
)

export const twoSteps = scenario(
  'two-steps',
  {
    summary: 'Two users are enrolled, one after the other.',
    given: (emulator) => ({ ...givenMia(emulator), tom: givenPerson(emulator, 'Tom') }),
  },
  async ({ emulator, step, given: { mia, tom, edition } }) => {
    await step('Mia is enrolled', () => enrollAll(emulator, [mia], edition))
    await step('Tom is enrolled', () => enrollAll(emulator, [tom], edition))
  },
)

export const cancellation = scenario(
  'cancellation',
  {
    summary: 'A user is enrolled twice, and cancels the second enrollment ten seconds later.',
    given: (emulator) => ({
      ...givenMia(emulator),
      canceled: givenEdition(emulator, 'Fire safety'),
    }),
  },
  async ({ emulator, step, given: { mia, edition, canceled } }) => {
    await step('Mia is enrolled', () => enrollAll(emulator, [mia], edition))
    await step('Mia is enrolled again, and cancels', async () => {
      enrollAll(emulator, [mia], canceled)
      await emulator.advance('10s')
      emulator.act.cancelEnrollment({ enrollment: enrollmentIdOf(emulator, mia, canceled) })
    })
  },
)

export const newName = scenario(
  'new-name',
  { summary: 'A user is enrolled, and has another name ten seconds later.', given: givenMia },
  async ({ emulator, step, given: { mia, edition } }) => {
    await step('Mia is enrolled and marries', async () => {
      enrollAll(emulator, [mia], edition)
      await emulator.advance('10s')
      emulator.act.updateUser({ user: mia, last_name: 'Dekker' })
    })
  },
)

export const newNames = scenario(
  'new-names',
  { summary: 'A user has another name, and ten seconds later a third one.', given: givenMia },
  async ({ emulator, step, given: { mia, edition } }) => {
    await step('Mia is enrolled', () => enrollAll(emulator, [mia], edition))
    await step('Mia marries, and corrects her name', async () => {
      emulator.act.updateUser({ user: mia, last_name: 'Deker' })
      await emulator.advance('10s')
      emulator.act.updateUser({ user: mia, last_name: 'Dekker' })
    })
  },
)

export const newEmail = scenario(
  'new-email',
  { summary: 'A user is enrolled, and has another email later.', given: givenMia },
  async ({ emulator, step, given: { mia, edition } }) => {
    await step('Mia is enrolled', () => enrollAll(emulator, [mia], edition))
    await step('Mia has another email', () =>
      emulator.act.updateUser({ user: mia, email: 'dekker@example.test' }),
    )
  },
)

export const enrollmentDuringResync = scenario(
  'enrollment-during-resync',
  {
    summary: 'A user is enrolled ten seconds after the start of a synchronization.',
    given: givenMia,
  },
  async ({ emulator, step, resync, given: { mia, edition } }) => {
    await step('The integration synchronizes, and Mia is enrolled', async () => {
      resync()
      await emulator.advance('10s')
      enrollAll(emulator, [mia], edition)
    })
  },
)

export const courseWithTwoStudents = scenario(
  'course-with-two-students',
  {
    summary: 'The edition of two students is changed. The integration knows one of them.',
    given(emulator) {
      const { mia, edition } = givenMia(emulator)
      const tom = givenPerson(emulator, 'Tom')
      emulator.given('enrollments', { student_id: tom.id, planned_course_id: edition.id })
      return { mia, edition }
    },
  },
  async ({ emulator, step, given: { mia, edition } }) => {
    await step('Mia is enrolled', () => enrollAll(emulator, [mia], edition))
    await step('The edition has another size', () =>
      emulator.act.update('planned_courses', edition, { max_participants: 12 }),
    )
  },
)

export const order = scenario(
  'order',
  { summary: 'A user orders a course, and the order is approved.', given: givenMia },
  async ({ emulator, step, given: { mia, edition } }) => {
    const requested = await step('Mia orders a course', () =>
      emulator.act.requestOrder({ planned_course: edition, students: [mia] }),
    )
    await step('The order is approved', () => emulator.act.approveOrder({ order: requested }))
  },
)

/** Enrolls both users, each in an edition, and merges them. */
async function mergeDuplicate({
  emulator,
  step,
  given: { mia, duplicate, own, moved },
}: ScenarioContext<ReturnType<typeof givenDuplicate>>): Promise<void> {
  await step('Mia and her duplicate user are enrolled', () => {
    enrollAll(emulator, [mia], own)
    enrollAll(emulator, [duplicate], moved)
  })
  await step('The duplicate user is merged into Mia', () =>
    emulator.act.mergeUsers({ primary: mia, secondary: duplicate }),
  )
}

export const twoUsersOfOnePerson = scenario(
  'two-users-of-one-person',
  { summary: 'Two users of one person are enrolled and merged.', given: givenDuplicate },
  mergeDuplicate,
)

export const mergeOfUnknownUser = scenario(
  'merge-of-unknown-user',
  {
    summary: 'A user without a principal ID is enrolled, and merged ten seconds later.',
    given: (emulator) => ({
      ...givenDuplicate(emulator),
      newcomer: givenPerson(emulator, 'Newcomer', { principal_id: null }),
    }),
  },
  async ({ emulator, step, given: { mia, newcomer, moved } }) => {
    await step('The newcomer is enrolled, and merged into Mia', async () => {
      enrollAll(emulator, [newcomer], moved)
      await emulator.advance('10s')
      emulator.act.mergeUsers({ primary: mia, secondary: newcomer })
    })
  },
)

/** A scenario in which an administrator changes the enrollment of Mia. */
const changedEnrollment = (
  name: string,
  summary: string,
  change: (emulator: Emulator, enrollment: number, other: OtherRecords) => unknown,
) =>
  scenario(
    name,
    {
      summary,
      given: (emulator) => ({
        ...givenMia(emulator),
        tom: givenPerson(emulator, 'Tom'),
        other: givenEdition(emulator, 'Fire safety'),
      }),
    },
    async ({ emulator, step, given: { mia, edition, ...others } }) => {
      await step('Mia is enrolled', () => enrollAll(emulator, [mia], edition))
      await step('The enrollment changes', () =>
        change(emulator, enrollmentIdOf(emulator, mia, edition), others),
      )
    },
  )

interface OtherRecords {
  readonly tom: ReturnType<typeof givenPerson>
  readonly other: ReturnType<typeof givenEdition>
}

export const enrollmentOfAnotherUser = changedEnrollment(
  'enrollment-of-another-user',
  'An enrollment gets another student.',
  (emulator, enrollment, { tom }) =>
    emulator.act.update('enrollments', enrollment, { student_id: tom.id }),
)

export const enrollmentInAnotherEdition = changedEnrollment(
  'enrollment-in-another-edition',
  'An enrollment gets another edition.',
  (emulator, enrollment, { other }) =>
    emulator.act.update('enrollments', enrollment, { planned_course_id: other.id }),
)

export const removedEnrollment = changedEnrollment(
  'removed-enrollment',
  'An enrollment is removed.',
  (emulator, enrollment) => emulator.act.remove('enrollments', enrollment),
)

/** A scenario in which a moved enrollment changes after a merge, whose event can arrive later. */
const changeAfterAMerge = (
  name: string,
  summary: string,
  change: (emulator: Emulator, enrollment: number) => unknown,
) =>
  scenario(name, { summary, given: givenDuplicate }, async (context) => {
    await mergeDuplicate(context)
    const { emulator, step, given } = context
    await step('The moved enrollment changes', () =>
      change(emulator, enrollmentIdOf(emulator, given.mia, given.moved)),
    )
  })

export const cancellationAfterAMerge = changeAfterAMerge(
  'cancellation-after-a-merge',
  'Two users are merged, and the moved enrollment is canceled.',
  (emulator, enrollment) => emulator.act.cancelEnrollment({ enrollment }),
)

export const removalAfterAMerge = changeAfterAMerge(
  'removal-after-a-merge',
  'Two users are merged, and the moved enrollment is removed.',
  (emulator, enrollment) => emulator.act.remove('enrollments', enrollment),
)

export const mergeOfTeachers = scenario(
  'merge-of-teachers',
  {
    summary: 'Two users are merged, and one of them teaches an edition.',
    given(emulator) {
      const { mia, duplicate, own } = givenDuplicate(emulator)
      const { id: teacher_id } = emulator.given('teachers', { user_id: duplicate.id })
      emulator.given('teacher_enrollments', { planned_course_id: own.id, teacher_id })
      return { mia, duplicate }
    },
  },
  async ({ emulator, step, given: { mia, duplicate } }) => {
    await step('The duplicate user is merged into Mia', () =>
      emulator.act.mergeUsers({ primary: mia, secondary: duplicate }),
    )
  },
)
