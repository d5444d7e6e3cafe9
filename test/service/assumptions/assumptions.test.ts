/**
 * Each assumption with an alternative, in the default and in each alternative: an alternative changes what its
 * text says, and the journal names the assumption that made the difference.
 */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import {
  allBehaviours,
  alternativesOf,
  type Behaviour,
  isSwitchable,
  rangeOf,
} from '../../../src/engine/define/behaviour.ts'
import { createWorld, allOperations, subjectOn } from './operation-calls.ts'
import { cases, operationRows } from './table.ts'

/** The names of the alternatives, and `default`, by the id of the assumption. Of numbers, the row has one. */
const alternatives = new Map(
  allBehaviours()
    .filter(isSwitchable)
    .map((each) => [each.id, ['default', ...namesOf(each)]] as const),
)

function namesOf(behaviour: Behaviour): string[] {
  if (!rangeOf(behaviour)) return Object.keys(alternativesOf(behaviour))
  const row = cases.find(([id]) => id === behaviour.id)?.[1]
  return Object.keys(row?.expected ?? {}).filter((name) => /^\d+$/.test(name))
}

test('each assumption with alternatives has a row, and each row an assumption', () => {
  const ids = [cases, operationRows].map((rows) => rows.map(([id]) => id))
  for (const each of ids) expect(each).toEqual([...new Set(each)])
  expect([...new Set(ids.flat())].toSorted()).toEqual([...alternatives.keys()].toSorted())
})

test.each([...cases, ...operationRows])('%s: a result for each alternative', (id, { expected }) => {
  expect(Object.keys(expected).toSorted()).toEqual(alternatives.get(id)?.toSorted())
})

const optionsFor = (id: string, alternative: string) => ({
  assumptions: alternative === 'default' ? {} : { [id]: alternative },
})

interface Observation {
  readonly alternative: string
  readonly seen: unknown
  /** Whether a journal names the assumption. */
  readonly logged: boolean
}

const isLogged = (id: string, emulators: readonly Emulator[]): boolean =>
  emulators.some(({ journal }) => journal().some(({ behaviours }) => behaviours?.includes(id)))

/** The results by the name of the alternative. */
const resultsOf = (observations: readonly Observation[]): Record<string, unknown> =>
  Object.fromEntries(observations.map(({ alternative, seen }) => [alternative, seen]))

/** The alternatives that no journal names, or that have the result of another one. */
function withoutEffect(observations: readonly Observation[]): string[] {
  const texts = observations.map(({ seen }) => JSON.stringify(seen))
  return observations
    .filter(({ logged }, i) => !logged || texts.indexOf(texts[i] as string) !== i)
    .map(({ alternative }) => alternative)
}

describe('in one case', () => {
  test.each(cases)('%s', async (id, { options, observe, expected }) => {
    const observations: Observation[] = []
    for (const alternative of alternatives.get(id) ?? []) {
      const emulator = createEmulator({
        world: 'empty',
        ...options,
        ...optionsFor(id, alternative),
      })
      const seen = await observe(emulator)
      observations.push({ alternative, seen, logged: isLogged(id, [emulator]) })
    }
    expect(resultsOf(observations)).toEqual(expected)
    expect(withoutEffect(observations)).toEqual([])
  })
})

describe('in each operation that the text names', () => {
  test.each(operationRows)('%s', async (id, row) => {
    const worlds = (alternatives.get(id) ?? []).map(
      (alternative) => [alternative, createWorld(optionsFor(id, alternative))] as const,
    )
    const results: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    const ineffective: Record<string, string[]> = {}
    for (const operation of allOperations) {
      if (!(await row.names(operation))) continue
      const observations: Observation[] = []
      for (const [alternative, origin] of worlds) {
        const emulators: Emulator[] = []
        const seen = await row.observe(subjectOn(origin, operation, emulators))
        observations.push({ alternative, seen, logged: isLogged(id, emulators) })
      }
      const expectations = Object.entries(row.expected).map(([alternative, expectation]) => [
        alternative,
        expectation(operation, observations[0]?.seen as never),
      ])
      results[operation.id] = resultsOf(observations)
      expected[operation.id] = Object.fromEntries(expectations)
      if (withoutEffect(observations).length > 0)
        ineffective[operation.id] = withoutEffect(observations)
    }
    expect(results).toEqual(expected)
    expect(ineffective).toEqual({})
    const { length } = Object.keys(results)
    expect(length).toBeGreaterThan(0)
    expect(length).toBe(row.count ?? length)
  })
})
