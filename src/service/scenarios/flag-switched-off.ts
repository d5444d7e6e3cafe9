/** The feature flag for principal IDs is off for a while. The attribute is absent, not null. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenMiaAndTom } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** The feature flag for principal IDs is off for a while. The attribute is absent, not null. */
export const flagSwitchedOff = scenario(
  'flag-switched-off',
  {
    summary:
      'The feature flag for principal IDs is off for a while. The attribute is absent, not null.',
    given: givenMiaAndTom,
  },
  async ({ emulator, step, given }) => {
    const { mia, tom, first } = given
    await step('Mia is enrolled', () => enrollAll(emulator, [mia], first))
    await step('The feature flag is switched off', () =>
      emulator.flags({ 'Manage principal ids': false }),
    )
    await step('Mia changes her last name, and Tom is enrolled', async () => {
      emulator.act.updateUser({ user: mia, last_name: 'Dekker' })
      enrollAll(emulator, [tom], first)
    })
    await step('The feature flag is switched on', () =>
      emulator.flags({ 'Manage principal ids': true }),
    )
    await step('Tom changes his language', () =>
      emulator.act.updateUser({ user: tom, locale: 'en' }),
    )
    await step('An hour passes', () => emulator.advance('1h'))
    return given
  },
)
