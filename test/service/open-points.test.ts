/** Tests the open points: the definitions decide each, with the listed alternatives. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { allBehaviours, alternativesOf, rangeOf } from '../../src/engine/define/behaviour.ts'
import { createCatalog } from '../../src/engine/model/catalog.ts'
import { resources } from '../../src/service/resources/resource-list.ts'
import { knownDifferences } from '../support/contract.ts'
import { isDefined } from '../support/document.ts'
import 'course-admin-emulator'

const file = new URL('../../fixtures/contract/open-points.yaml', import.meta.url)
const stated = parse(readFileSync(file, 'utf8')) as Record<string, string>
const catalog = createCatalog(resources)

const points = Object.entries(stated).map(([topic, text]) => {
  const [names = '', others = '0'] = text.split('; ')
  return { topic, answers: names.split(', '), others: Number(others) }
})

test.each(points)('$topic: is decided, with its alternatives', ({ answers, others }) => {
  expect(answers.filter((name) => !isDefined(name, catalog))).toEqual([])
  const alternatives = allBehaviours()
    .filter(({ id }) => answers.includes(`behaviour ${id}`))
    .flatMap((each) => (rangeOf(each) ? ['a number'] : Object.keys(alternativesOf(each))))
  expect(alternatives).toHaveLength(others)
})

test('the ledger cites existing points', () => {
  const { rules, differences, document } = knownDifferences
  const entries = [rules, differences, document.rules, document.differences].flat()
  const cited = entries
    .flatMap(({ by }) => by.split('; '))
    .flatMap((each) => /^open points, ([^(]+?)(?: \(.*)?$/.exec(each)?.[1] ?? [])
  expect(cited.length).toBeGreaterThan(10)
  expect(cited.filter((topic) => !(topic in stated))).toEqual([])
})
