/** Definitions of tests that Vitest takes for something else are refused; all others reach Vitest as they are. */
import { describe, expect, test } from 'vitest'
import {
  refuseMissingFixture,
  refuseMistakes,
  takesEmulator,
} from '../../../src/adapters/testing/refused-definitions.ts'

/** A `test` that records its calls, with the results of its methods. */
function recording(withLaterMethods = true) {
  const calls: unknown[][] = []
  const record =
    (name: string) =>
    (...args: readonly unknown[]): unknown => {
      calls.push([name, ...args])
      return name
    }
  const api = {
    each:
      (...cases: readonly unknown[]) =>
      (...args: readonly unknown[]) =>
        record('each')(cases, ...args),
    ...(withLaterMethods && { beforeAll: record('beforeAll'), override: record('override') }),
  }
  const refused = refuseMistakes(api, { world: true, flags: true })
  return { calls, api: refused as Required<typeof api> }
}

/** A function as a file contains it, without what a compiler makes of it. */
const written = (source: string) => new Function(`return (${source})`)() as () => void

describe('each', () => {
  test.each([
    'async (name, { emulator }) => {}',
    '(a, b, { emulator: own, task }) => {}',
    'function (name, { emulator }) {}',
  ])('refuses a fixture after the case: %s', (source) => {
    const { api, calls } = recording()
    expect(() => api.each([1])('name', written(source))).toThrow(
      'Could not define "name": `each` passes no fixtures. Use `test.for`, which passes them after the case.',
    )
    expect(calls).toEqual([])
  })

  test.each([
    'async (name) => {}',
    '({ emulator }) => {}',
    '(name, { other }) => {}',
    '(name) => [name, { emulator: 1 }]',
  ])('passes on: %s', (source) => {
    const { api, calls } = recording()
    const work = written(source)
    expect(api.each([1], [2])('name', work, 5)).toBe('each')
    expect(calls).toEqual([['each', [[1], [2]], 'name', work, 5]])
  })

  test('passes on a table without a function', () => {
    const { api, calls } = recording()
    api.each([1])('name', '(a, { emulator }) => {}')
    expect(calls).toHaveLength(1)
  })
})

describe('beforeAll', () => {
  test('refuses the fixture', () => {
    const { api } = recording()
    expect(() => api.beforeAll(written('async ({ emulator }) => {}'))).toThrow(
      'Could not prepare the tests in `beforeAll`: each test has its own `emulator`, and `beforeAll` has none.',
    )
  })

  test('passes on other functions', () => {
    const { api, calls } = recording()
    const work = written('async ({ task }) => {}')
    expect(api.beforeAll(work, 9)).toBe('beforeAll')
    expect(calls).toEqual([['beforeAll', work, 9]])
  })
})

describe('override', () => {
  test.each([
    [{ world: 'empty' }, 'world'],
    [{ other: 1, flags: {} }, 'flags'],
    ['world', 'world'],
  ])('refuses the option in %j', (fixtures, name) => {
    const { api, calls } = recording()
    expect(() => api.override(fixtures)).toThrow(
      `Could not override the fixtures of the test: "${name}" is an option of the emulator and no fixture. Write { emulatorOptions: { ${name}: … } }.`,
    )
    expect(calls).toEqual([])
  })

  test.each([[{ emulatorOptions: {} }], ['emulatorOptions'], [{ toString: 1 }], [undefined]])(
    'passes on %j',
    (fixtures) => {
      const { api, calls } = recording()
      expect(api.override(fixtures, 2)).toBe('override')
      expect(calls).toEqual([['override', fixtures, 2]])
    },
  )
})

test('a Vitest without these methods gets none', () => {
  expect(Object.keys(recording(false).api)).toEqual(['each'])
})

test.each([
  ['({ emulator }) => {}', true],
  ['async ({ task, emulator }) => {}', true],
  ['function named({ emulator }) {}', true],
  ['async function ({ emulator: own }) {}', true],
  ['(emulator) => {}', false],
  ['({ emulators }) => {}', false],
  ['() => ({ emulator: 1 })', false],
  ['(a, { emulator }) => {}', false],
])('%s takes an emulator: %s', (source, takes) => {
  expect(takesEmulator(written(source))).toBe(takes)
})

test('a text takes none', () => {
  expect(takesEmulator('({ emulator }) => {}')).toBe(false)
})

test('the emulator of a test without the fixture throws, until the fixture sets it', () => {
  const context: { emulator?: unknown; task?: object } = { task: {} }
  refuseMissingFixture(context)
  expect(Object.keys(context)).toEqual(['task'])
  expect(() => context.emulator).toThrow(
    "Could not run the test with an `emulator`: its `test` is that of Vitest, which has none. Import it: import { test } from 'course-admin-emulator/vitest'.",
  )
  context.emulator = 'own'
  expect(context.emulator).toBe('own')
  expect(Object.keys(context)).toEqual(['task', 'emulator'])
  context.emulator = 'other'
  expect(context.emulator).toBe('other')
  refuseMissingFixture(context)
  expect(() => context.emulator).toThrow('which has none')
})
