import { expect, test } from 'vitest'
import { noCircles, stronglyConnected } from './circles.ts'
import { codeRules } from './code-rules.ts'
import { importRules } from './import-rules.ts'
import { importsPointDown, layerOf } from './layers.ts'
import { projectOf } from './source-files.ts'
import { messagesOf, ruleNamed } from './support.ts'

const violations = (files: Readonly<Record<string, string>>): string[] =>
  importsPointDown.check(projectOf(files)).map(({ key }) => key)

test.each([
  ['src/index.ts', 'entry points'],
  ['src/machine/time/clock.ts', 'machine'],
  ['src/inspector/api/live.ts', 'inspector/api'],
  ['src/inspector/app/acts/field.tsx', 'inspector/app'],
  ['src/resources/rules/money.ts', 'resources'],
  ['fixtures/contract/facts.ts', 'fixtures'],
  ['src/elsewhere/file.ts', undefined],
])('%s is in the layer %s', (path, layer) => {
  expect(layerOf(path)).toBe(layer)
})

test.each([
  ['src/index.ts', 'src/adapters/remote/connection.ts'],
  ['src/adapters/cli/serve.ts', 'src/check/report.ts'],
  ['src/control/control.ts', 'src/inspector/api/live.ts'],
  ['src/check/report.ts', 'src/explore/explore.ts'],
  ['src/explore/explore.ts', 'src/scenarios/scenario.ts'],
  ['src/emulator/emulator.ts', 'src/deliver/dispatcher.ts'],
  ['src/kit/given.ts', 'src/faults/rule.ts'],
  ['src/define/tx.ts', 'src/generated/rows.ts'],
  ['scripts/gen.ts', 'src/emulator/emulator.ts'],
])('%s may import %s', (from, to) => {
  expect(violations({ [from]: `import { a } from '${up(from)}${to}'` })).toEqual([])
})

test.each([
  ['src/machine/time/clock.ts', 'src/define/tx.ts'],
  ['src/generated/rows.ts', 'src/machine/time/clock.ts'],
  ['src/kit/given.ts', 'src/deliver/envelope.ts'],
  ['src/serve/serve.ts', 'src/describe/explain.ts'],
  ['src/resources/users.ts', 'src/kit/given.ts'],
  ['src/scenarios/run.ts', 'src/explore/explore.ts'],
  ['src/check/report.ts', 'src/capacity/capacity.ts'],
  ['src/inspector/api/live.ts', 'src/control/control.ts'],
  ['src/emulator/emulator.ts', 'src/index.ts'],
  ['src/adapters/remote/connection.ts', 'src/node.ts'],
  ['src/emulator/emulator.ts', 'fixtures/worlds/worlds.ts'],
  ['src/elsewhere/file.ts', 'src/machine/time/clock.ts'],
])('%s may not import %s', (from, to) => {
  const key = `${from} -> ${to}`
  expect(violations({ [from]: `import type { A } from '${up(from)}${to}'` })).toEqual([key])
})

test.each([
  "import { a } from '../kit/a.ts'",
  "import type { A } from '../kit/a.ts'",
  "import '../kit/a.ts'",
  "export { a } from '../kit/a.ts'",
  "export * from '../kit/a.ts'",
  "export const a = async () => import('../kit/a.ts')",
  "export type A = import('../kit/a.ts').A",
])('an import is seen in: %s', (text) => {
  expect(violations({ 'src/model/b.ts': text })).toEqual(['src/model/b.ts -> src/kit/a.ts'])
})

test("the package's own name leads to its entry points", () => {
  const text = "import { test } from 'course-admin-emulator/vitest'"
  expect(violations({ 'src/model/a.ts': text })).toEqual(['src/model/a.ts -> src/vitest.ts'])
})

test('the page imports types of the inspector API, but no values', () => {
  const path = 'src/inspector/app/main.tsx'
  const key = `${path} -> src/inspector/api/live.ts`
  expect(violations({ [path]: "import type { A } from '../api/live.ts'" })).toEqual([])
  expect(violations({ [path]: "import { a } from '../api/live.ts'" })).toEqual([key])
  expect(violations({ [path]: "import type { A } from '../../kit/given.ts'" })).toHaveLength(1)
})

test('fixtures import types of the source, but no values', () => {
  const path = 'fixtures/contract/a.ts'
  expect(violations({ [path]: "import type { A } from '../../src/index.ts'" })).toEqual([])
  expect(violations({ [path]: "import { a } from '../../src/index.ts'" })).toHaveLength(1)
})

test('a message names the line and the layers', () => {
  const text = "/** A. */\nimport { a } from '../deliver/a.ts'"
  expect(messagesOf(importsPointDown, { 'src/kit/a.ts': text })).toEqual([
    'src/kit/a.ts:2: imports a value from src/deliver/a.ts (kit -> deliver) -> move the shared part to a layer that both import',
  ])
})

test('a circle is found through types, and the shortest way around it is shown', () => {
  const files = {
    'src/kit/a.ts': "import type { B } from './b.ts'",
    'src/kit/b.ts': "export * from './c.ts'\nimport { d } from './d.ts'",
    'src/kit/c.ts': "export type A = import('./a.ts').A",
    'src/kit/d.ts': 'export const d = 1',
  }
  const messages = messagesOf(noCircles, files)
  expect(messages).toHaveLength(3)
  expect(messages).toContain(
    'src/kit/a.ts: circle of imports: src/kit/a.ts -> src/kit/b.ts -> src/kit/c.ts -> src/kit/a.ts',
  )
})

test('strongly connected components are told apart', () => {
  const graph = new Map([
    ['a', ['b', 'c']],
    ['b', ['a']],
    ['c', ['d']],
    ['d', ['e', 'c']],
    ['e', []],
  ])
  const components = stronglyConnected(graph).map((component) => component.toSorted().join(''))
  expect(components.toSorted()).toEqual(['ab', 'cd', 'e'])
})

test('barrels, imports between resources and dead files are found', () => {
  const files = {
    'src/index.ts':
      "export * from './kit/index.ts'\nexport * from './emulator/catalog/service-definition.ts'",
    'src/emulator/catalog/service-definition.ts':
      "import { users } from '../../resources/users.ts'",
    'src/kit/index.ts': '',
    'src/resources/users.ts': "import { orders } from './orders.ts'",
    'src/resources/orders.ts': "import { demo } from './users.demo.ts'",
    'src/resources/users.demo.ts': '',
    'src/kit/dead.ts': '',
  }
  expect(importRules.flatMap((rule) => messagesOf(rule, files))).toEqual([
    'src/kit/index.ts: is a barrel -> import the files that declare the names',
    'src/resources/users.ts:1: imports src/resources/orders.ts -> move the shared part to src/resources/rules',
    'src/resources/orders.ts:1: imports src/resources/users.demo.ts -> move that file to src/resources/rules',
    'src/kit/dead.ts: nothing imports this file -> delete it',
  ])
})

test('one file imports resources, and shared layers name none', () => {
  const files = {
    'src/resources/users.ts': '',
    'src/resources/webhooks.ts': '',
    'src/emulator/catalog/service-definition.ts':
      "import { users } from '../../resources/users.ts'",
    'src/emulator/options.ts': "import { users } from '../resources/users.ts'",
    'src/explore/a.ts': "store.get('users', 1)\nstore.get('webhooks', 1)",
    'src/deliver/a.ts': "store.get('webhooks', 1)",
  }
  const importRule = ruleNamed(importRules, 'one file imports')
  expect(messagesOf(importRule, files)).toEqual([
    "src/emulator/options.ts:1: imports src/resources/users.ts -> read the catalog of the emulator's service",
  ])
  expect(messagesOf(ruleNamed(codeRules, 'name no resource'), files)).toEqual([
    'src/explore/a.ts: names the resource "users" -> take it from the catalog',
    'src/deliver/a.ts: names the resource "webhooks" -> take it from the catalog',
  ])
})

test('imports inside src/resources point from resources to demo, to rules, to shared', () => {
  const files = {
    'src/resources/users.ts': "import { a } from './demo/a.ts'\nimport { b } from './shared/b.ts'",
    'src/resources/demo/a.ts': "import { c } from '../rules/c.ts'",
    'src/resources/rules/c.ts': "import { b } from '../shared/b.ts'",
    'src/resources/shared/b.ts': "import { a } from '../demo/a.ts'",
    'src/resources/rules/d.ts': "import { users } from '../users.ts'",
  }
  const messages = importRules.flatMap((rule) => messagesOf(rule, files))
  expect(messages.filter((message) => message.includes('→'))).toEqual([
    'src/resources/shared/b.ts:1: imports src/resources/demo/a.ts -> resources → demo → rules → shared: move the shared part down',
    'src/resources/rules/d.ts:1: imports src/resources/users.ts -> resources → demo → rules → shared: move the shared part down',
  ])
})

/** The way from the folder of a file up to the root of the project. */
const up = (path: string): string => '../'.repeat(path.split('/').length - 1)
