/** No check raises an alarm about a correct mirror, whichever resource it mirrors. */
import { expect, test } from 'vitest'
import { checkIntegration } from '../../src/check.ts'
import { correctMirrors } from './correct-mirrors.ts'

test('there is a mirror for each resource with events', () => {
  expect(correctMirrors.map(([resource]) => resource)).toContain('enrollments')
  expect(correctMirrors.length).toBeGreaterThan(20)
})

test.each(correctMirrors)(
  'a correct mirror of %s passes the checks',
  async (_, connect) => {
    const { checks } = await checkIntegration(connect)
    const found = checks.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')
    expect(found.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([])
    const passed = checks.filter(({ verdict }) => verdict === 'passed')
    expect(passed.length).toBeGreaterThan(35)
  },
  60_000,
)
