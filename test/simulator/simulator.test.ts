/**
 * Random sessions keep the invariants, and the original, a fork, a saved world and a restored snapshot
 * behave alike. `npm run simulate -- --minutes 10` runs more sessions. A failure prints the seed and the
 * smallest session that fails; add that session to `corpus.json`.
 */
import { readFileSync } from 'node:fs'
import { assert, asyncProperty } from 'fast-check'
import { expect, test } from 'vitest'
import { runSimulation, type Simulation, simulations } from './simulation.ts'

interface FoundSession extends Simulation {
  /** The defect that the session found. */
  readonly found: string
}

const corpus = JSON.parse(
  readFileSync(new URL('./corpus.json', import.meta.url), 'utf8'),
) as readonly FoundSession[]

const { SIMULATE_MINUTES: minutes, SIMULATE_SEED: seed } = process.env
const sessions = 200
const minuteMs = 60_000
const limitMs = Number(minutes ?? 2) * minuteMs

test.each(corpus)('a session that found a defect: $found', async (found) => {
  await runSimulation(found)
})

test(
  'random sessions keep the invariants and continue alike',
  { timeout: limitMs + 10 * minuteMs },
  async () => {
    let ran = 0
    const property = asyncProperty(simulations, async (simulation) => {
      ran += 1
      await runSimulation(simulation)
    })
    await assert(property, {
      numRuns: minutes === undefined ? sessions : 10_000_000,
      ...(minutes !== undefined && { interruptAfterTimeLimit: limitMs }),
      ...(seed !== undefined && { seed: Number(seed) }),
    })
    if (minutes === undefined) expect(ran).toBe(sessions)
    else process.stdout.write(`${ran} sessions\n`)
  },
)
