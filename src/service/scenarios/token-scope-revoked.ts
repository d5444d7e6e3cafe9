/** A token that loses a scope by mistake and gets it back. */
import { scenario } from '../../engine/emulator/scenario.ts'
import { givenMiaAndTom } from './parts/sample-records.ts'
import { enrollAll } from './parts/enrollments.ts'

/** The token loses the scopes for users for an hour, and the integration recovers afterwards. */
export const tokenScopeRevoked = scenario(
  'token-scope-revoked',
  {
    summary:
      'The token loses the scopes for users for an hour, and the integration recovers afterwards.',
    given: givenMiaAndTom,
  },
  async ({ emulator, step, given }) => {
    const { mia, tom, first } = given
    await step('Mia is enrolled', () => enrollAll(emulator, [mia], first))
    const scopes = ['courses:read', 'teachers:read', 'enrollments:read'] as const
    await step('The token loses the scopes to read and change users', () =>
      emulator.setScopes(emulator.token, scopes),
    )
    await step('Tom is enrolled', () => enrollAll(emulator, [tom], first))
    await step('An hour passes', () => emulator.advance('1h'))
    await step('The token gets the scopes back', () =>
      emulator.setScopes(emulator.token, [...scopes, 'relations:read', 'relations:modify']),
    )
    await step('Another hour passes', () => emulator.advance('1h'))
    return given
  },
)
