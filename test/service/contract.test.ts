/**
 * Holds the definitions against the facts of the contract. Where they differ, the ledger says so, with
 * the open point that decides it; a difference without an entry fails, and so does an entry without a
 * difference.
 */
import { expect, test } from 'vitest'
import { createCatalog } from '../../src/engine/model/catalog.ts'
import { resources } from '../../src/service/resources/resource-list.ts'
import { differences, knownDifferences, operations } from '../support/contract.ts'

const catalog = createCatalog(resources)
const found = new Set(
  operations.flatMap((facts) => {
    const ours = catalog.operations.get(facts.id)
    return ours ? differences(facts, ours, catalog) : []
  }),
)
const matches = (pattern: string): string[] =>
  [...found].filter((each) => RegExp(pattern).test(each))

test('every operation of the contract is served', () => {
  const missing = operations.filter(({ id }) => !catalog.operations.has(id))
  expect(missing.map(({ id }) => id)).toEqual([])
  expect(operations).toHaveLength(202)
})

test('the ledger lists every difference from the contract, and no others', () => {
  const ruled = new Set(knownDifferences.rules.flatMap(({ every }) => matches(every)))
  const single = [...found].filter((each) => !ruled.has(each))
  expect(single.toSorted()).toEqual(knownDifferences.differences.map(({ at }) => at).toSorted())
})

test.each(knownDifferences.rules)(
  'the rule "$every" applies to more than one operation',
  ({ every }) => {
    expect(matches(every).length).toBeGreaterThan(1)
  },
)
