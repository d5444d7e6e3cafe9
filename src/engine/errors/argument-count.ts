/** Refuses arguments after the last parameter of a function, which JavaScript ignores. */
import { parseDuration } from '../clock/duration.ts'
import { isObject, isPlainObject, quoteValue } from './argument-checks.ts'
import { EmulatorError } from './errors.ts'

type AnyFunction = (...args: never[]) => unknown

/**
 * Returns a function that refuses more arguments than the method has parameters. Without `max`, a parameter with a
 * default does not count, so the methods of an emulator have optional parameters instead. `advice` says how to write
 * the arguments.
 *
 * @throws EmulatorError for an argument too many, unless a caller of callbacks passes it
 */
export const withArgumentCount = <F extends AnyFunction>(
  name: string,
  method: F,
  max = method.length,
  advice = objectForms[name],
): F =>
  ((...args: never[]) => {
    if (args.length > max) assertNoSurplus(name, max, args, advice)
    return method(...args)
  }) as F

/**
 * Refuses more arguments than an exported function has parameters. `args` are its `arguments`.
 *
 * @throws EmulatorError for an argument too many, unless a caller of callbacks passes it
 */
export function assertArgumentCount(name: string, max: number, args: Iterable<unknown>): void {
  assertNoSurplus(name, max, [...args])
}

/** How to write the arguments of methods that are often called with several. */
const objectForms: Readonly<Record<string, string>> = {
  fault: 'Write fault({ operation: …, with: { status: 503 } }).',
}

function assertNoSurplus(name: string, max: number, args: readonly unknown[], form?: string): void {
  const surplus = isIteration(args) ? [] : args.slice(max).filter(isWritten)
  if (surplus.length === 0) return
  const isDuration = max === 0 && parseDuration(surplus[0]) !== undefined
  throw new EmulatorError('surplus_argument', {
    action: `call \`${name}\``,
    reason: `there are too many arguments: ${surplus.map(quoteValue).join(', ')}`,
    advice: isDuration
      ? `A duration belongs to \`advance\`: advance(${quoteValue(surplus[0])}).`
      : (form ?? `It takes ${['none', 'one', 'two', 'three'][max]}.`),
  })
}

/** Whether a method of lists passes the arguments: `promises.map(emulator.track)`, or `Array.from` for a length. */
const isIteration = ([value, index, list]: readonly unknown[]): boolean =>
  typeof index === 'number' && (Array.isArray(list) ? list[index] === value : value === undefined)

/** Whether code passes the value on purpose. Test runners pass functions, instances and suites to `afterAll(emulator.close)`. */
const isWritten = (value: unknown): boolean =>
  isObject(value)
    ? value instanceof Date ||
      (isPlainObject(value) && Object.keys(value).length > 0 && !('tasks' in value))
    : value !== undefined && value !== null && typeof value !== 'function'
