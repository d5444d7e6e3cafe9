/**
 * The rules of the project, checked on its source text. `test/tidy` holds the rules and their tables.
 *
 * `test/tidy/known-violations.ts` lists the violations that are still left; the list may only get
 * shorter. `TIDY_LIST=1 npx vitest run test/tidy.test.ts` writes it anew.
 */
import { afterAll, describe, expect, test } from 'vitest'
import './tidy/architecture.suite.ts'
import './tidy/journal.suite.ts'
import './tidy/package.suite.ts'
import { noCircles } from './tidy/circles.ts'
import { codeRules } from './tidy/code-rules.ts'
import { entryPointRules } from './tidy/entry-point-rules.ts'
import { importRules } from './tidy/import-rules.ts'
import { compare, format, writeKnownViolations } from './tidy/known-list.ts'
import { knownViolations } from './tidy/known-violations.ts'
import { importsPointDown } from './tidy/layers.ts'
import { sizeRules } from './tidy/size-rules.ts'
import { readProject } from './tidy/source-files.ts'
import { testRules } from './tidy/test-rules.ts'
import { wordRules } from './tidy/word-rules.ts'

const rules = [
  importsPointDown,
  noCircles,
  ...importRules,
  ...entryPointRules,
  ...codeRules,
  ...sizeRules,
  ...wordRules,
  ...testRules,
]
const project = readProject()
/** In this mode the tests write the list instead of comparing with it. */
const isListing = process.env['TIDY_LIST'] === '1'
const lists: Record<string, string> = {}

describe('the project', () => {
  for (const { name, check } of rules) {
    test(`${name}`, () => {
      const violations = check(project)
      if (isListing) lists[name] = format(violations)
      else expect(compare(violations, knownViolations[name])).toEqual([])
    })
  }

  test('lists known violations only of rules that exist', () => {
    const names = new Set(rules.map(({ name }) => name))
    const listed = Object.keys(isListing ? lists : knownViolations)
    expect(listed.filter((name) => !names.has(name))).toEqual([])
  })

  afterAll(() => {
    if (isListing) writeKnownViolations(lists)
  })
})
