/**
 * Every assumption that can be read in another way, looked at in each of its readings: the other ones
 * show something else than the default, and the journal says which assumption made the difference.
 */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { allBehaviours, readingsOf } from '../src/define/behaviours.ts'
import { events } from './assumptions/events.ts'
import { records } from './assumptions/records.ts'
import { requests } from './assumptions/requests.ts'
import type { Probe, Probes } from './assumptions/probe.ts'

const probes: Probes = { ...requests, ...records, ...events }
const switchable = allBehaviours().filter((each) => Object.keys(readingsOf(each)).length > 0)

test('each assumption that can be switched has a probe, and each probe an assumption', () => {
  const readings = switchable.map((each) => [
    each.id,
    ['default', ...Object.keys(readingsOf(each))],
  ])
  const seen = Object.entries(probes).map(([id, { sees }]) => [id, Object.keys(sees)])
  const sorted = (pairs: unknown[][]) =>
    pairs.map(([id, names]) => [id, (names as string[]).toSorted()]).toSorted()
  expect(sorted(seen)).toEqual(sorted(readings))
})

async function look({ look: probe, options }: Probe, id: string, reading: string) {
  const readings = reading === 'default' ? {} : { [id]: reading }
  const emulator = createEmulator({ world: 'empty', ...options, readings })
  const seen = await probe(emulator)
  const relied = emulator.journal.some(({ behaviours }) => behaviours?.includes(id))
  return { seen, relied }
}

describe.each(switchable)('$id', (behaviour) => {
  const { id, says } = behaviour
  const probe = probes[id] as Probe
  const told = Object.entries({ default: says, ...readingsOf(behaviour) })

  test.each(told)('%s: %s', async (reading) => {
    expect(await look(probe, id, reading)).toEqual({ seen: probe.sees[reading], relied: true })
  })

  test('shows something else in each reading', () => {
    const seen = Object.values(probe.sees).map((each) => JSON.stringify(each))
    expect(new Set(seen).size).toBe(told.length)
  })
})
