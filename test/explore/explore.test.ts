/** The example integration converges, whichever delivery, call or step deviates. */
import { expect, test } from 'vitest'
import { explore } from '../../src/explore.ts'
import { merge } from '../../src/scenarios.ts'
import { exampleConnect } from './example-connect.ts'

test(
  'the example integration converges after every single deviation of a merge',
  { timeout: 60_000 },
  async () => {
    const exploration = await explore(merge, exampleConnect(), { depth: 1 })
    expect(exploration.failures.map(({ replay }) => replay)).toEqual([])
    expect(exploration.coverage).toMatch(/^all \d+ histories with one deviation$/)
  },
)
