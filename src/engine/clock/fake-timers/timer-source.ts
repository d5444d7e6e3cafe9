/** Recognizes the fake timers of a test runner and installs them. */
import { quoteValue } from '../../errors/argument-checks.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { type FakeClock, hasMethods, isFakeClock } from './fake-clock.ts'
import { createNodeMockClock, type NodeMockTimers } from './node-mock-clock.ts'

/** The fake timer methods of Vitest: `vi`. */
export interface FakeTimersOwner {
  /** Returns whether fake timers are installed. */
  isFakeTimers(): boolean
  /** Installs fake timers for the given globals, starting at `now` in milliseconds since 1970. */
  useFakeTimers(config: { now: number; toFake: FakedName[] }): unknown
  /** Restores the real timers. */
  useRealTimers(): unknown
}

/** The fake timer methods of Jest: `jest`. */
export interface JestFakeTimers {
  /** Installs fake timers, except for the given globals, starting at `now` in milliseconds since 1970. */
  useFakeTimers(config?: { now?: number | Date; doNotFake?: never[] }): unknown
  /** Restores the real timers. */
  useRealTimers(): unknown
  /** Advances the time by milliseconds. */
  advanceTimersByTime(ms: number): unknown
}

/**
 * Fake timers that can share the emulator's time: `vi` of Vitest, `jest` of Jest, `mock.timers` of
 * `node:test`, or an installed clock of `@sinonjs/fake-timers`.
 *
 * @example
 * emulator.shareTime(vi)
 */
export type FakeTimers = FakeClock | FakeTimersOwner | JestFakeTimers | NodeMockTimers

// Note: a `fetch` needs the other timers of the host, so they stay real.
/** The globals that are faked if no fake timers are installed. */
const fakedNames = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const
type FakedName = (typeof fakedNames)[number]

/** The globals that Jest fakes by default and that stay real. */
const realNames = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
  'setImmediate',
  'clearImmediate',
]

/** Fake timers that are installed, with the function that undoes the installation. */
interface InstalledTimers {
  readonly fake: FakeClock
  /** Restores the timers that were there before. */
  restore(): void
}

/**
 * Installs fake timers that start at a time, unless they are installed already.
 *
 * @throws EmulatorError for a value that is not fake timers, and for timers that cannot be installed.
 * Nothing has changed then.
 */
export function installTimers(timers: unknown, nowMs: number): InstalledTimers {
  if (isFakeClock(timers)) return { fake: timers, restore: () => undefined }
  const isOwner = isReference(timers) && hasMethods(timers, ['useFakeTimers', 'useRealTimers'])
  if (isOwner && hasMethods(timers, ['isFakeTimers'])) {
    const owner = timers as FakeTimersOwner
    return installOwner(owner, () => owner.useFakeTimers({ now: nowMs, toFake: [...fakedNames] }))
  }
  if (isOwner && hasMethods(timers, ['advanceTimersByTime'])) {
    const jest = timers as JestFakeTimers
    const config = { now: nowMs, doNotFake: realNames as never[], legacyFakeTimers: false }
    return installOwner(jest, () => jest.useFakeTimers(config))
  }
  if (isReference(timers) && hasMethods(timers, ['enable', 'tick', 'runAll', 'setTime', 'reset'])) {
    return installMock(timers as NodeMockTimers, nowMs)
  }
  throw badTimersError(
    `${quoteValue(timers)} is not fake timers`,
    'Pass `vi` of Vitest, `jest` of Jest, `mock.timers` of `node:test`, or an installed clock of `@sinonjs/fake-timers`.',
  )
}

/** The call that shares the time, for advice. */
export const shareCall = '`emulator.shareTime(vi)` (`jest`, or `t.mock.timers` of `node:test`)'

const isReference = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Installs the fake timers of a test runner, unless the test has installed them. */
function installOwner(
  owner: { useRealTimers(): unknown },
  install: () => unknown,
): InstalledTimers {
  const isLegacy = '_isMockFunction' in globalThis.setTimeout
  if (isLegacy) {
    throw badTimersError('the timers are legacy fake timers', 'Use the modern fake timers of Jest.')
  }
  const before = findInstalledClock()
  if (before) return { fake: before, restore: () => undefined }
  const restore = (): void => void owner.useRealTimers()
  attempt(install)
  const fake = findInstalledClock()
  if (fake) return { fake, restore }
  attempt(restore)
  throw badTimersError('`useFakeTimers` installs no fake timers', 'Pass `vi` or `jest` itself.')
}

function installMock(mock: NodeMockTimers, nowMs: number): InstalledTimers {
  const fake = attempt(
    () => createNodeMockClock(mock, nowMs),
    'Remove `mock.timers.enable`: `shareTime` enables the timers. After it, call `mock.timers.reset()` first.',
  )
  return { fake, restore: () => void fake.uninstall?.() }
}

/** Calls a function of the test runner and reports its error as an `EmulatorError`. */
function attempt<T>(action: () => T, advice = 'Pass `vi` or `jest` itself.'): T {
  try {
    return action()
  } catch (error) {
    const message = error instanceof Error ? error.message : quoteValue(error)
    throw badTimersError(`the test runner reports "${message}"`, advice)
  }
}

/** Returns the clock of the installed fake timers, or undefined if the timers are real. */
export function findInstalledClock(): FakeClock | undefined {
  for (const global of [globalThis.setTimeout, globalThis.Date]) {
    if ('clock' in global && isFakeClock(global.clock)) return global.clock
  }
  return undefined
}

export const badTimersError = (reason: string, advice: string, verb = 'share'): EmulatorError =>
  new EmulatorError('bad_timers', { action: `${verb} the time of fake timers`, reason, advice })
