import { expect, test } from 'vitest'
import { codeRules } from './code-rules.ts'
import { entryPointRules } from './entry-point-rules.ts'
import { functionsOf } from './functions.ts'
import { sizeRules } from './size-rules.ts'
import { projectOf, type SourceFile } from './source-files.ts'
import { messagesOf, ruleNamed } from './support.ts'
import { testRules } from './test-rules.ts'

const check = (name: string, files: Readonly<Record<string, string>>): string[] =>
  messagesOf(ruleNamed([...codeRules, ...entryPointRules, ...sizeRules, ...testRules], name), files)

test('banned uses are found in code, not in comments and imports of types', () => {
  const text = [
    '/* Date.now() */ const a = Date.now()',
    "import type { A } from 'msw'",
    "import { b } from 'node:fs' // Date.now()",
    "entry['status'] = later as Parts",
  ].join('\n')
  expect(check('globals', { 'src/kit/a.ts': text })).toEqual([
    'src/kit/a.ts:1: "Date.now" -> use the clock',
    'src/kit/a.ts:3: "from \'node:" -> use an adapter',
    'src/kit/a.ts:4: "entry[\'" -> use a typed journal entry',
    'src/kit/a.ts:4: "later as" -> use a context that is built in order',
  ])
  expect(check('globals', { 'src/machine/time/real-time-wakeup.ts': 'Date.now()' })).toEqual([])
  expect(check('globals', { 'src/emulator/a.ts': 'Object.assign(a)' })).toHaveLength(1)
})

test('casts over unknown are few, and explained', () => {
  const cast = 'a as unknown as B'
  const text = `// Note: the reason.\n${cast}\n\n\n${cast} // The reason.\n`
  expect(check('explains each cast', { 'src/kit/a.ts': `${text}\n${cast}` })).toEqual([
    'src/kit/a.ts:7: a cast without a comment -> say why it holds',
  ])
  expect(check('at most 5', { 'src/kit/a.ts': text })).toEqual([])
  expect(check('at most 5', { 'src/kit/a.ts': text.repeat(3) })).toHaveLength(6)
})

test('one name is exported by one file; re-exports and overloads do not count', () => {
  const files = {
    'src/kit/a.ts':
      'export type A = 1\nexport const A = 1\nexport function f(): void\nexport function f() {}',
    'src/kit/b.ts': "export { A } from './a.ts'",
    'src/kit/d.ts': "import { A } from './a.ts'\nexport { A }",
    'src/kit/c.ts': '\nexport async function f() {}',
  }
  expect(check('one exported name', files)).toEqual([
    'src/kit/a.ts:3, src/kit/c.ts:2: each exports "f" -> give each its own name',
  ])
})

test('files open with a comment, and resources have a docstring', () => {
  const files = {
    'src/index.ts': 'export {}',
    'src/kit/a.ts': 'export const a = 1',
    'src/kit/b.ts': '/** B. */',
    'src/resources/users.ts': 'export const users = 1',
    'src/resources/orders.ts': '/** An order. */\nexport const orders = 1',
  }
  expect(check('opens with a comment', files)).toEqual([
    'src/kit/a.ts: no comment at the head of the file -> write one',
  ])
  expect(check('has a docstring', files)).toEqual([
    'src/resources/users.ts: no docstring of one line before `export const`',
  ])
})

test('shared layers name no resource', () => {
  const files = {
    'src/resources/users.ts': "const a = 'users'",
    'src/kit/a.ts': "// 'users'\nconst a = 'users'",
    'src/emulator/a.ts': "const a = 'users'",
  }
  expect(check('name no resource', files)).toEqual([
    'src/kit/a.ts: names the resource "users" -> take it from the catalog',
  ])
})

test('entry points are those of package.json, and only re-export', () => {
  const files = {
    'package.json': JSON.stringify({
      exports: {
        '.': { types: './dist/index.d.ts', browser: null, default: './dist/index.js' },
        './node': './dist/node.js',
        './package.json': './package.json',
      },
      bin: { emulator: './dist/cli.js' },
    }),
    'src/index.ts': "import './kit/a.ts'\nexport * from './kit/b.ts'",
    'src/cli.ts': 'main()',
    'src/version.ts': 'export const version = 1',
  }
  expect(check('the package exports', files)).toEqual([
    'src/version.ts: is not in `exports` -> move it to the folder of its layer',
    'src/node.ts: is in `exports`, but does not exist -> write it',
  ])
  expect(check('only re-export', files).map((each) => each.split(':')[0])).toEqual([
    'src/cli.ts',
    'src/version.ts',
  ])
})

const body = (lines: number): string => 'a()\n'.repeat(lines)

test('functions are measured with and without the functions inside them', () => {
  const text = `function outer() {\nfunction inner() {\n${body(3)}}\nconst arrow = () => {\n${body(2)}}\n}`
  const [file] = projectOf({ 'src/a.ts': text }) as [SourceFile]
  expect(functionsOf(file)).toEqual([
    { name: 'inner', line: 2, lines: 5, ownLines: 5 },
    { name: 'arrow', line: 7, lines: 4, ownLines: 4 },
    { name: 'outer', line: 1, lines: 11, ownLines: 6 },
  ])
})

test('long functions, files and folders are found', () => {
  const inner = `function inner() {\n${body(50)}}\n`
  const files = {
    'src/kit/a.ts': `const a = () => {\n${body(60)}}`,
    'src/kit/b.ts': `class B {\nmethod() {\n${inner.repeat(3)}}\n}`,
    'src/kit/c.ts': body(300),
    'test/d.test.ts': body(301),
  }
  expect(check('functions are short', files)).toEqual([
    'src/kit/a.ts:1: a has 62 lines of its own -> split it',
    'src/kit/b.ts:2: method has 158 lines with inner functions -> split it',
  ])
  expect(check('files are short', files)).toEqual(['test/d.test.ts: has 301 lines -> split it'])
  expect(check('median', files)).toHaveLength(1)
  const folder = (path: string) =>
    Object.fromEntries(Array.from({ length: 26 }, (_, i) => [`${path}/file${i}.ts`, '']))
  expect(check('folders', { ...folder('src/kit'), ...folder('src/resources') })).toEqual([
    'src/kit: has 26 files -> group them in folders',
  ])
})

test('tests are not skipped, start no programs and do not wait', () => {
  const start = "import { spawn } from 'node:child_process'"
  const files = {
    'test/a.test.ts': "test.only('a')",
    'test/b.test.ts': start,
    'test/b.outside.test.ts': start,
    'test/c.test.ts': 'await new Promise((done) => setTimeout(done, 10))',
  }
  const found = testRules.flatMap((rule) => messagesOf(rule, files))
  expect(found.map((message) => message.split(':')[0])).toEqual([
    'test/a.test.ts',
    'test/b.test.ts',
    'test/c.test.ts',
  ])
})
