/** Every public function with arbitrary arguments: it throws only errors of the kit, and nothing breaks. */
import * as root from 'course-admin-emulator'
import { createEmulator, type Emulator, EmulatorError } from 'course-admin-emulator'
import * as browser from 'course-admin-emulator/browser'
import * as capacity from 'course-admin-emulator/capacity'
import * as check from 'course-admin-emulator/check'
import * as data from 'course-admin-emulator/data'
import * as explore from 'course-admin-emulator/explore'
import * as node from 'course-admin-emulator/node'
import * as reporter from 'course-admin-emulator/reporter'
import * as scenarios from 'course-admin-emulator/scenarios'
import * as server from 'course-admin-emulator/server'
import * as storybook from 'course-admin-emulator/storybook'
import { connectEmulator } from '../../src/adapters/remote/connection.ts'
import * as vite from 'course-admin-emulator/vite'
import { exploreEach, testWith } from 'course-admin-emulator/vitest'
import {
  anything,
  array,
  asyncProperty,
  type Arbitrary,
  constantFrom,
  dictionary,
  oneof,
} from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { assertProperty } from '../support/property-runs.ts'
import { endFaults } from '../support/internals.ts'
import { call, illegible } from './mistake.ts'

/** Values that are valid for one method or another. */
const plausible = constantFrom<unknown>(
  'users',
  'enrollments',
  'webhooks',
  'create_user',
  'user.merged',
  '5m',
  '2026-01-06T09:00:00Z',
  'https://app.test/hooks',
  '/users',
  'virtual',
  'small-school',
  0,
  1,
  3,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  new Date('2026-01-06T09:00:00Z'),
  new Date(Number.NaN),
  () => undefined,
  async () => 204,
  Symbol('name'),
  10n,
  {},
  { id: 1 },
  { id: 'x', toString: 1 },
)

/** Keys of options and of records. */
const keys = constantFrom(
  'id',
  'url',
  'answer',
  'events',
  'times',
  'with',
  'operation',
  'event',
  'from',
  'until',
  'of',
  'primary',
  'secondary',
  'user',
  'resource',
  'values',
  'scopes',
  'status',
  'first_name',
  'email',
  'limit',
  'signal',
  'kind',
  'since',
  'after',
  'body',
  'params',
  'query',
  'to',
  'payload',
  'path',
  'world',
  'seed',
  'clock',
  'start',
  'flags',
  'assumptions',
  'rateLimit',
  'delivery',
  'baseUrl',
  'users',
  'method',
  'headers',
  'secret',
  'toleranceMs',
  'group',
  'change',
  'act',
  'input',
)

const argument: Arbitrary<unknown> = oneof(
  plausible,
  anything({
    withBigInt: true,
    withDate: true,
    withNullPrototype: true,
    withObjectString: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
  }),
  dictionary(keys, oneof(plausible, dictionary(keys, plausible))),
  array(plausible, { maxLength: 3 }),
)
const argumentLists = array(argument, { maxLength: 4 })

/** Calls a function and returns the error that it throws or rejects with. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    const result = call()
    await dispose(await (result instanceof Promise ? result : undefined))
    await dispose(result)
    return undefined
  } catch (error) {
    return error
  }
}

async function dispose(value: unknown): Promise<void> {
  if (typeof value !== 'object' || value === null) return
  if (Symbol.dispose in value) (value as Disposable)[Symbol.dispose]()
}

function expectKitError(error: unknown): void {
  if (error === undefined) return
  if (error instanceof EmulatorError) return expect(error.message).not.toMatch(illegible)
  expect.fail(error instanceof Error ? error.stack : 'the error is not an Error')
}

async function expectWorking(emulator: Emulator): Promise<void> {
  endFaults(emulator)
  const { id } = emulator.given('users')
  // Note: an act may have deleted the owner of `emulator.token`.
  const token = emulator.mintToken({ user: id, scopes: ['relations:read'] })
  const headers = { authorization: `Bearer ${token}` }
  expect((await emulator.fetch(`/users/${id}`, { headers })).status).toBe(200)
  const before = emulator.now().getTime()
  await emulator.advance('1m')
  expect(emulator.now().getTime()).toBe(before + 60_000)
}

const numRuns = Number(process.env['RUNS'] ?? 25)
const emptyWorld = createEmulator({ world: 'empty' })
const prototype = Object.getPrototypeOf(Object.getPrototypeOf(emptyWorld)) as object
const names = [
  ...Object.getOwnPropertyNames(prototype),
  ...Object.getOwnPropertyNames(Object.getPrototypeOf(emptyWorld)),
]
const methods = names.filter(
  (name) => name !== 'constructor' && typeof Reflect.get(emptyWorld, name) === 'function',
)

test('the methods of the emulator are found', () => {
  expect(methods).toEqual(expect.arrayContaining(['given', 'fault', 'run', 'fetch', 'fork']))
})

describe.each(methods)('emulator.%s', (name) => {
  test('throws only errors of the kit, and the emulator works afterwards', async () => {
    await assertProperty(
      asyncProperty(argumentLists, async (args) => {
        const emulator = emptyWorld.fork()
        const method = Reflect.get(emulator, name) as (...args: unknown[]) => unknown
        // Note: without `run` a sleep would never end.
        const call =
          name === 'sleep' ? () => emulator.run(() => method(...args)) : () => method(...args)
        expectKitError(await errorOf(call))
        emulator.close()
        const later = emulator.fork()
        await expectWorking(later)
      }),
      // Note: the document takes a tenth of a second.
      { numRuns: name === 'openapi' ? 3 : numRuns },
    )
  })
})

describe.each(Object.keys(emptyWorld.act))('emulator.act.%s', (name) => {
  test('throws only errors of the kit, and the emulator works afterwards', async () => {
    await assertProperty(
      asyncProperty(argumentLists, async (args) => {
        const emulator = emptyWorld.fork()
        const act = Reflect.get(emulator.act, name) as (...args: unknown[]) => unknown
        expectKitError(await errorOf(() => act(...args)))
        await expectWorking(emulator)
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    )
  })
})

const functionsOf = (module: object): [string, (...args: unknown[]) => unknown][] =>
  Object.entries(module).filter(
    ([name, value]) => typeof value === 'function' && !/^[A-Z]/.test(name),
  ) as never

const publicFunctions = [
  ...[
    root,
    browser,
    storybook,
    capacity,
    check,
    data,
    explore,
    node,
    reporter,
    scenarios,
    server,
    vite,
  ].flatMap(functionsOf),
  ...functionsOf(node.emulatorMatchers),
  ...functionsOf({ connectEmulator }),
]

describe.each(publicFunctions)('%s', (_, call) => {
  test.each(['without an emulator', 'with an emulator'])(
    '%s throws only errors of the kit',
    async (way) => {
      vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'))
      try {
        await assertProperty(
          asyncProperty(argumentLists, async (args) => {
            const emulator = emptyWorld.fork()
            const all = way === 'with an emulator' ? [emulator, ...args] : args
            const error = await errorOf(() => call(...all))
            if (!isAssertion(error)) expectKitError(error)
            await expectWorking(emulator)
          }),
          { numRuns: Math.ceil(numRuns / 2) },
        )
      } finally {
        vi.restoreAllMocks()
      }
    },
  )
})

test.each([...publicFunctions, ...functionsOf({ exploreEach, testWith })])(
  '%s refuses an argument too many',
  async (_, call) => {
    const emulator = emptyWorld.fork()
    const error = await errorOf(() =>
      call(emulator, ...Array.from({ length: 9 }, () => ({ a: 1 }))),
    )
    expect(error).toBeInstanceOf(EmulatorError)
    expect((error as Error).message).toContain('there are too many arguments: {"a":1}')
  },
)

test('testWith refuses a function', () => {
  expect(() => call(testWith, () => ({ world: 'demo' }))).toThrow(
    'Could not create the emulator of the test: the options are a function. Give an object such as { world: "small-school" }.',
  )
})

test('functions of lists call an exported function with more arguments', () => {
  expect(Array.from({ length: 2 }, createEmulator)).toHaveLength(2)
  expect([{ world: 'empty' } as const].map(createEmulator)).toHaveLength(1)
})

/** An assertion that fails throws the error of its test runner. */
const isAssertion = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AssertionError'
