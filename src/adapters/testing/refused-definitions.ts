/** Refuses definitions of tests that Vitest takes for something else: the test would fail without a cause. */
import { isObject, quoteValue } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'

type Method = (this: unknown, ...args: readonly unknown[]) => unknown

/** The parts of a `test` of Vitest. `beforeAll` and `override` are absent before Vitest 4.1. */
interface TestMethods {
  readonly each: Method
  readonly beforeAll?: Method
  readonly override?: Method
}

/**
 * Makes `each` of a test throw for a function that takes fixtures, and `override` for an option of the emulator: as a fixture
 * of its own, nothing would read it.
 */
export function refuseMistakes<T extends object>(
  api: T,
  options: Readonly<Record<string, unknown>>,
): T {
  // Note: the types of Vitest have several signatures for each of them.
  const { each, beforeAll, override } = api as unknown as TestMethods
  return Object.assign(
    api,
    { each: withoutFixtures(each) },
    beforeAll && { beforeAll: withoutEmulator(beforeAll) },
    override && { override: withoutOptions(override, options) },
  )
}

/** The parameters of a function of which a later one is an object with the fixture. */
const fixtureParameter = /^[^=>]*,\s*\{[^}]*\bemulator\b[^}]*\}/

const withoutFixtures = (each: Method): Method =>
  function (...cases) {
    const define = Reflect.apply(each, this, cases) as Method
    return (...args: readonly unknown[]): unknown => {
      if (args.some((arg) => typeof arg === 'function' && fixtureParameter.test(String(arg))))
        throw new EmulatorError('no_fixtures', {
          action: `define ${quoteValue(args[0])}`,
          reason: '`each` passes no fixtures',
          advice: 'Use `test.for`, which passes them after the case.',
        })
      return define(...args)
    }
  }

/** A function whose first parameter is an object with the fixture. */
export const takesEmulator = (value: unknown): boolean =>
  typeof value === 'function' &&
  /^(?:async\s*)?(?:function\s*\w*\s*)?\(\s*\{[^}]*\bemulator\b/.test(String(value))

const withoutEmulator = (beforeAll: Method): Method =>
  function (...args) {
    if (!takesEmulator(args[0])) return Reflect.apply(beforeAll, this, args) as unknown
    throw new EmulatorError('no_fixtures', {
      action: 'prepare the tests in `beforeAll`',
      reason: 'each test has its own `emulator`, and `beforeAll` has none',
      advice: 'Prepare the records of all tests with testWith({ prepare: ({ given }) => … }).',
    })
  }

const withoutOptions = (override: Method, options: Readonly<Record<string, unknown>>): Method =>
  function (...args) {
    const [fixtures] = args
    const names = isObject(fixtures) ? Object.keys(fixtures) : [String(fixtures)]
    const name = names.find((each) => Object.hasOwn(options, each))
    if (name !== undefined)
      throw new EmulatorError('unknown_fixture', {
        action: 'override the fixtures of the test',
        reason: `"${name}" is an option of the emulator and no fixture`,
        advice: `Write { emulatorOptions: { ${name}: … } }.`,
      })
    return Reflect.apply(override, this, args) as unknown
  }

/**
 * Makes the `emulator` of a test of Vitest throw: its context has none. That of a test with the fixture replaces it.
 *
 * @throws EmulatorError from the property
 */
export function refuseMissingFixture(context: object): void {
  Object.defineProperty(context, 'emulator', {
    configurable: true,
    get() {
      throw new EmulatorError('no_fixtures', {
        action: 'run the test with an `emulator`',
        reason: 'its `test` is that of Vitest, which has none',
        advice: "Import it: import { test } from 'course-admin-emulator/vitest'.",
      })
    },
    set(value: unknown) {
      Object.defineProperty(context, 'emulator', { value, writable: true, enumerable: true })
    },
  })
}
