/**
 * The law "alternatives": each alternative of each assumption changes what its text says, for every
 * operation that the text names.
 */
import type { Emulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { allBehaviours, alternativesOf } from '../src/engine/define/behaviour.ts'
import { contextOf } from '../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../src/engine/model/catalog.ts'
import { type AlternativeLaw, type AlternativeLaws, world } from './alternatives/alternative-law.ts'
import { eventLaws } from './alternatives/events.ts'
import { queryLaws } from './alternatives/queries.ts'
import { recordLaws } from './alternatives/records.ts'
import { relationLaws } from './alternatives/relations.ts'
import { requestLaws } from './alternatives/requests.ts'
import { responseLaws } from './alternatives/responses.ts'
import { singleCases } from './alternatives/single-cases.ts'
import { valueLaws } from './alternatives/values.ts'

const operations = [...contextOf(world).catalog.operations.values()]
const laws: AlternativeLaws = {
  ...requestLaws,
  ...queryLaws,
  ...responseLaws,
  ...eventLaws,
  ...recordLaws,
  ...relationLaws,
  ...valueLaws,
}
const switchable = new Map(
  allBehaviours()
    .map((each) => [each.id, Object.keys(alternativesOf(each))] as const)
    .filter(([, names]) => names.length > 0),
)

test('each assumption with alternatives has a law, or names one case', () => {
  const covered = [...Object.keys(laws), ...singleCases]
  expect(covered.toSorted()).toEqual([...switchable.keys()].toSorted())
})

/** A fork in which an alternative of an assumption is active. */
function forkWith(id: string, alternative: string): Emulator {
  const fork = world.fork()
  if (alternative !== 'default')
    contextOf(fork).alternativesCell.value = new Map([[id, alternative]])
  return fork
}

/** Where the answers of an operation differ from the expected ones, and where an alternative changes nothing. */
async function violations(id: string, law: AlternativeLaw, operation: CatalogOperation) {
  const found: unknown[] = []
  const seenBefore = new Map<string, string>()
  let byDefault: unknown
  for (const alternative of ['default', ...(switchable.get(id) ?? [])]) {
    const seen = await law.observe({ operation, emulator: forkWith(id, alternative) })
    if (alternative === 'default') byDefault = seen
    const expected = law.expected[alternative]?.(operation, byDefault as never)
    const text = JSON.stringify(seen)
    if (text !== JSON.stringify(expected))
      found.push({ at: operation.id, alternative, seen, expected })
    const same = seenBefore.get(text)
    if (same !== undefined) found.push({ at: operation.id, alternative, sameAs: same, seen })
    seenBefore.set(text, alternative)
  }
  return found
}

/** A law reads all records after each call, which takes long on a busy machine. */
const timeout = 60_000

test.each(Object.entries(laws))(
  '%s: every operation that the text names',
  { timeout },
  async (id, law) => {
    const found: unknown[] = []
    let count = 0
    for (const operation of operations) {
      if (!(await law.names(operation))) continue
      count += 1
      found.push(...(await violations(id, law, operation)))
    }
    expect(found).toEqual([])
    expect(count).toBeGreaterThan(0)
    expect(count).toBe(law.operations ?? count)
  },
)
