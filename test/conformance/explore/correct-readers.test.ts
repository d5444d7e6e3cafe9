/** Correct integrations that read records converge under all deviations: an exploration that fails here is a false alarm. */
import { describe, test } from 'vitest'
import { assertConverges, type DeviationKind, explore } from '../../../src/explore.ts'
import { type Connect, scenario } from '../../../src/scenarios.ts'
import { counterAndLog } from './correct/counter-and-log.ts'
import { poller } from './correct/poller.ts'
import { twoInstances } from './correct/two-instances.ts'
import { twoPhaseDeletion } from './correct/two-phase-deletion.ts'
import { writeBack } from './correct/write-back.ts'

const lifeOfUsers = scenario(
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

interface Row {
  readonly connect: Connect
  /** The acts of generated scenarios, instead of all that concern the integration. */
  readonly acts?: readonly string[]
  /** The deviations of generated scenarios, and of the other scenario. The defaults are those of `explore`, and all. */
  readonly kinds?: readonly [generated: readonly DeviationKind[], own: readonly DeviationKind[]]
}

const defaultKinds = [
  'deliveries',
  'requests',
  'steps',
  'crashes',
  'storage',
  'drift',
  'moments',
] as const satisfies readonly DeviationKind[]

const rows: Readonly<Record<string, Row>> = {
  'a poller': { connect: poller },
  'a write-back': { connect: writeBack },
  'a deletion in two phases': { connect: twoPhaseDeletion },
  'a counter with a log': { connect: counterAndLog },
  'two instances': {
    connect: twoInstances,
    // Note: `all` does not contain instances.
    kinds: [
      [...defaultKinds, 'instances'],
      [...defaultKinds, 'rights', 'assumptions', 'instances'],
    ],
  },
}

const { RUNS = '200', SEED = '1' } = process.env
const runs = Number(RUNS)
const seed = Number(SEED)

describe.each(Object.entries(rows))('%s', (_, { connect, acts, kinds }) => {
  test('converges in generated scenarios', async () => {
    const chosen = { ...(acts && { acts }), ...(kinds && { deviations: kinds[0] }) }
    assertConverges(await explore(connect, { runs, seed, ...chosen }))
  }, 120_000)

  test('converges in a scenario with all deviations', async () => {
    const deviations = kinds?.[1] ?? 'all'
    assertConverges(await explore(lifeOfUsers, connect, { runs, seed, deviations, depth: 2 }))
  }, 120_000)
})
