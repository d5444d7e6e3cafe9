/**
 * Holds the definitions against every row and rule of the service's document. A row that nothing in the
 * definitions answers is a failure; so is a behaviour that no fact states and that is not assumed.
 */
import { courseAdministration } from '../../src/service/course-administration.ts'
import { describe, expect, test } from 'vitest'
import { documented, facts, openDetails, reference } from '../../scripts/gen/contract-facts.ts'
import { allBehaviours, type Behaviour } from '../../src/engine/define/behaviour.ts'
import { flagNames } from '../../src/service/flags.ts'
import { createCatalog } from '../../src/engine/model/catalog.ts'
import { resources } from '../../src/service/resources/resource-list.ts'
import { knownDifferences } from '../support/contract.ts'
import {
  document,
  documentDifferences,
  flagOf,
  isDefined,
  recordDifferences,
  valueOf,
} from '../support/document.ts'
import 'course-admin-emulator'

const catalog = createCatalog(resources)
const operationOf = (id: string) => {
  const operation = catalog.operations.get(id)
  if (!operation) throw new Error(`the document's operation ${id} is not served`)
  return operation
}

/** Grades that were wrong before. */
const expectedGrades = {
  documented: [
    'auth.owner.removed',
    'delete.response',
    'email.html',
    'email.response',
    'grade.alone',
    'paging.everywhere',
    'update.response',
    'user.external_identity.event',
    'user.merge.enrollment_events',
  ],
  reference: [
    'answer.amount',
    'cost.needed',
    'create.status',
    'custom_associations.replace',
    'order.students',
    'query.repeated',
    'update.patch',
  ],
  assumed: ['event.deleted', 'query.arrays', 'user.merge.record_events'],
}

describe('a row of the document', () => {
  test('of an operation agrees with its definition, except for the differences in the ledger', () => {
    const found = Object.entries(document.operations).flatMap(([id, stated]) =>
      documentDifferences(stated, operationOf(id), catalog),
    )
    const matches = (pattern: string): string[] =>
      found.filter((each) => RegExp(pattern).test(each))
    const ruled = new Set(knownDifferences.document.rules.flatMap(({ every }) => matches(every)))
    const single = found.filter((each) => !ruled.has(each))
    expect(single.toSorted()).toEqual(
      knownDifferences.document.differences.map(({ at }) => at).toSorted(),
    )
    for (const { every } of knownDifferences.document.rules)
      expect(matches(every).length).toBeGreaterThan(1)
  })

  test.each(Object.entries(document.records))('of the record %s has its field', (one, stated) => {
    const resource = resources.find((each) => each.singular === one)
    expect(resource).toBeDefined()
    expect(recordDifferences(one, stated.fields, resource?.shape ?? {})).toEqual([])
  })

  test.each(Object.entries(document.flags))(
    'of the flag %s is a flag and has effects',
    (flag, row) => {
      expect(flagNames).toContain(flag)
      expect(row.covers.filter((each) => flagOf(each, catalog) !== flag)).toEqual([])
    },
  )

  test.each(Object.entries(document.scopes))('of scopes grants access: %s', (_, { scopes, of }) => {
    for (const id of of) {
      const sets = Object.values(operationOf(id).scopes.requirements).flat()
      expect([id, sets.some((set) => set.every((scope) => scopes.includes(scope)))]).toEqual([
        id,
        true,
      ])
    }
  })

  test('of scopes by the type of a comment is the table of read scopes', () => {
    const { of, table } = document.comment_scopes
    const ours = Object.entries(operationOf(of).scopes.requirements).map(([type, sets]) => [
      type,
      sets.flat(),
    ])
    expect(Object.fromEntries(ours)).toEqual(table)
  })

  test.each(document.limits)('of limits is a value of the source: $fact', async (limit) => {
    const value = await valueOf(limit)
    if (limit.how === 'endsWith') expect(String(value).endsWith(String(limit.value))).toBe(true)
    else expect(value).toEqual(limit.value)
  })
})

describe('a fact', () => {
  const behavioursOf = (fact: string) => allBehaviours().filter((each) => each.fact === fact)

  test.each(facts)('$source, $id: a behaviour or another definition proves it', ({ id, by }) => {
    expect(by.length + behavioursOf(id).length).toBeGreaterThan(0)
    expect(by.filter((name) => !isDefined(name, catalog))).toEqual([])
    // A behaviour is named once: by itself.
    expect(behavioursOf(id).filter((each) => by.includes(`behaviour ${each.id}`))).toEqual([])
  })

  test('has an id of its own', () => {
    const ids = facts.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
  })

  test.each(openDetails)('is omitted in $section and decided: $text', ({ by }) => {
    expect(by.filter((name) => !isDefined(name, catalog))).toEqual([])
  })

  test('states each behaviour that is not assumed, and none that is', () => {
    const known = new Set(facts.map(({ id }) => id))
    const lost = allBehaviours().filter(({ fact, assumption }) =>
      assumption ? fact !== undefined : !known.has(fact ?? ''),
    )
    expect(lost.map(({ id }) => id)).toEqual([])
  })

  test('gives a behaviour its grade', () => {
    const { grades } = courseAdministration()
    const gradeOf = (id: string) =>
      grades.ofBehaviour(allBehaviours().find((each) => each.id === id) as Behaviour)
    const graded = Object.entries(expectedGrades).flatMap(([grade, ids]) =>
      ids.map((id) => [id, grade]),
    )
    expect(graded.map(([id]) => [id, gradeOf(id as string)])).toEqual(graded)
  })

  test('states each operation', () => {
    const lost = [...catalog.operations.keys()].filter(
      (id) => !documented.operations.has(id) && !reference.operations.has(id),
    )
    expect(lost).toEqual([])
  })
})
