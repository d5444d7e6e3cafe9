/** The interface of an installed clock of `@sinonjs/fake-timers`, which most fake timers are built on. */
import { isObject } from '../../errors/argument-checks.ts'

/** An installed clock of `@sinonjs/fake-timers`. */
export interface FakeClock {
  /** The time, in milliseconds since 1970. */
  now: number
  /** Sets a fake timer. */
  setTimeout(callback: () => void, delayMs: number): unknown
  /** Advances the time synchronously, by milliseconds or a text such as `01:30`; returns the time. */
  tick(time: number | string): number
  /** Advances the time and lets promises settle between timers; returns the time. */
  tickAsync(time: number | string): Promise<number>
  /** Advances to the next timer and returns the time. */
  next(): number
  /** Advances to the next timer, lets promises settle, and returns the time. */
  nextAsync(): Promise<number>
  /** Advances until no timer is left and returns the time. */
  runAllAsync(): Promise<number>
  /** Removes all timers. */
  reset(): void
  /** Sets the time without running timers. */
  setSystemTime(now?: number | Date): void
  /** Restores the real timers. */
  uninstall?(): unknown
}

const methodNames = [
  'setTimeout',
  'tick',
  'tickAsync',
  'next',
  'nextAsync',
  'runAllAsync',
  'reset',
  'setSystemTime',
] as const

/** Returns whether a value has the members of an installed clock. */
export const isFakeClock = (value: unknown): value is FakeClock =>
  isObject(value) && typeof value['now'] === 'number' && hasMethods(value, methodNames)

/** Returns whether an object has all of these methods. */
export const hasMethods = (value: object, names: readonly string[]): boolean =>
  names.every((name) => typeof Reflect.get(value, name) === 'function')

/** A timer in the list of a fake clock. */
export interface FakeTimer {
  /** The due moment, in milliseconds since 1970. */
  readonly callAt: number
  /** `Timeout`, `Interval` or `Immediate`. */
  readonly type?: string
  /** The delay of a timeout, in milliseconds. */
  readonly delay?: number
  /** The period of an interval, in milliseconds. */
  readonly interval?: number
}

/**
 * Returns the pending timers by id. Older fake timers keep them in an object, not a map. The map of Jest
 * belongs to another realm, so `instanceof Map` is false for it.
 */
export function fakeTimersOf(fake: FakeClock): [id: number, timer: FakeTimer][] {
  const { timers } = fake as { timers?: Map<number, FakeTimer> | Record<number, FakeTimer> }
  if (timers && Symbol.iterator in timers) return [...(timers as Map<number, FakeTimer>)]
  return Object.entries(timers ?? {}).map(([id, timer]) => [Number(id), timer])
}
