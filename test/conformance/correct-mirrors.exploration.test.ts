/** No exploration and no check raises an alarm about a correct mirror, whichever resource it mirrors. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../src/explore.ts'
import { correctMirrors, expectPassedCard } from './correct-mirrors.ts'

test.each(correctMirrors)('a correct mirror of %s passes the checks', expectPassedCard, 60_000)

test.each(correctMirrors)(
  'a correct mirror of %s converges',
  async (_, connect) => {
    const exploration = await explore(connect, { runs: 400 })
    assertConverges(exploration)
    expect(exploration.schedules.run).toBeGreaterThan(100)
  },
  120_000,
)
