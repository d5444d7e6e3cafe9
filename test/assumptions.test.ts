/**
 * Each assumption with an alternative, in the default and in each alternative: an alternative changes what the
 * service does, and the journal names the assumption that made the difference.
 */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { allBehaviours, alternativesOf } from '../src/engine/define/behaviour.ts'
import { events } from './assumptions/events.ts'
import { lifecycles } from './assumptions/lifecycles.ts'
import { records } from './assumptions/records.ts'
import { relations } from './assumptions/relations.ts'
import { requests } from './assumptions/requests.ts'
import { values } from './assumptions/values.ts'
import type { Probe, Probes } from './assumptions/probe.ts'

const probes: Probes = {
  ...requests,
  ...records,
  ...relations,
  ...events,
  ...lifecycles,
  ...values,
}
const switchableAssumptions = allBehaviours().filter(
  (each) => Object.keys(alternativesOf(each)).length > 0,
)

test('each assumption that can be switched has a probe, and each probe an assumption', () => {
  const expected = switchableAssumptions.map((each) => [
    each.id,
    ['default', ...Object.keys(alternativesOf(each))],
  ])
  const seen = Object.entries(probes).map(([id, { observations }]) => [
    id,
    Object.keys(observations),
  ])
  const sorted = (pairs: unknown[][]) =>
    pairs.map(([id, names]) => [id, (names as string[]).toSorted()]).toSorted()
  expect(sorted(seen)).toEqual(sorted(expected))
})

async function observe({ observe: probe, options }: Probe, id: string, alternative: string) {
  const assumptions = alternative === 'default' ? {} : { [id]: alternative }
  const emulator = createEmulator({ world: 'empty', ...options, assumptions })
  const seen = await probe(emulator)
  const relied = emulator.journal.some(({ behaviours }) => behaviours?.includes(id))
  return { seen, relied }
}

describe.each(switchableAssumptions)('$id', (behaviour) => {
  const { id, summary } = behaviour
  const probe = probes[id] as Probe
  const summaries = Object.entries({ default: summary, ...alternativesOf(behaviour) })

  test.each(summaries)('%s: %s', async (alternative) => {
    expect(await observe(probe, id, alternative)).toEqual({
      seen: probe.observations[alternative],
      relied: true,
    })
  })

  test('has a different result with each alternative', () => {
    const seen = Object.values(probe.observations).map((each) => JSON.stringify(each))
    expect(new Set(seen).size).toBe(summaries.length)
  })
})
