import { describe, expect, test } from 'vitest'
import { messagesOf, ruleNamed } from './support.ts'
import { wordRules } from './word-rules.ts'

const rule = (name: string) => ruleNamed(wordRules, name)

describe('banned words', () => {
  const words = (text: string, path = 'docs/a.md'): string[] =>
    messagesOf(rule('no banned word'), { [path]: text })

  test('a message names the line, the word and the replacement', () => {
    expect(words('One line.\nThe door is open.')).toEqual([
      'docs/a.md:2: "door" -> write "entry point; endpoint"',
    ])
  })

  test('a phrase is found across two lines of a comment', () => {
    expect(words('/**\n * Returns what is\n * said.\n */', 'src/a.ts')).toEqual([
      'src/a.ts:2: "what is said" -> write "the noun: the value, the option, the statement"',
    ])
  })

  test.each([
    'Whoever asks',
    'the value is no date',
    'emulator.bill()',
    'type BillView = 1',
    'worldKeyOf',
    'a world key',
    'x-emulator-world',
    'insistOnKeys(a)',
    'class Courier {}',
    '`waitsMs`',
    '// FIXME',
    'POST /_emulator/readings',
  ])('%s is banned', (text) => {
    expect(words(text)).toHaveLength(1)
  })

  test.each([
    'there is no date',
    'It is no longer there',
    'is no\n * longer there',
    'billing address',
    'a plane',
    'indoors',
    'likely',
  ])('%s is fine', (text) => {
    expect(words(text)).toEqual([])
  })
})

test('a banned identifier is found in code, not in comments and strings', () => {
  const files = { 'src/a.ts': "// a reading, because\nconst readings = 'because'" }
  expect(messagesOf(rule('no banned identifier'), files)).toEqual([
    'src/a.ts:2: "readings" -> write "assumptions, alternative"',
  ])
})

test('a banned name is found where it is exported, and below its folder only', () => {
  const files = {
    'src/define/a.ts': 'export type Move = 1\nconst walk = 1',
    'src/kit/b.ts':
      'export interface Move {}\nexport const { walk } = scans\nexport { say as rest }',
    'src/kit/c.ts': "export { walk } from './b.ts'",
  }
  expect(messagesOf(rule('no exported name'), files)).toEqual([
    'src/define/a.ts:1: "Move" -> write "ScheduledTransition"',
    'src/kit/b.ts:2: "walk" -> write "scan"',
    'src/kit/b.ts:3: "rest" -> write "drain"',
  ])
})

test('a file name is a noun', () => {
  const files = {
    'src/serve/forms.ts': '',
    'src/machine/forms.ts': '',
    'src/kit/likeness.ts': '',
    'src/kit/waiting.ts': '',
    'src/kit/rate-limiting.ts': '',
    'src/resources/users.merging.ts': '',
    'src/kit/user-service.ts': '',
    'test/kit/calls.failing.ts': '',
    'test/support/utils.ts': '',
  }
  expect(messagesOf(rule('file names'), files)).toEqual([
    'src/serve/forms.ts: "forms" -> write "wire-format.ts"',
    'src/kit/likeness.ts: "likeness" -> write "partial-match.ts"',
    'src/kit/waiting.ts: "waiting" -> write "the noun that the file exports, not an activity"',
    'src/resources/users.merging.ts: "merging" -> write "the noun that the file exports, not an activity"',
    'src/kit/user-service.ts: "user-service" -> write "the noun that the file exports"',
    'test/support/utils.ts: "utils" -> write "the noun that the file exports"',
  ])
})
