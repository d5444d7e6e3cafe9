/**
 * No check raises an alarm about a correct mirror, and the stories are about the resource that it mirrors. A third of the
 * resources; `npm run test:explorations` takes all.
 */
import { expect, test } from 'vitest'
import { correctMirrors, expectPassedCard } from './correct-mirrors.ts'

test('there is a mirror for each resource with events', () => {
  expect(correctMirrors.map(([resource]) => resource)).toContain('enrollments')
  expect(correctMirrors.length).toBeGreaterThan(20)
})

test.each(correctMirrors.filter((_, i) => i % 3 === 0))(
  'a correct mirror of %s passes the checks',
  expectPassedCard,
  60_000,
)
