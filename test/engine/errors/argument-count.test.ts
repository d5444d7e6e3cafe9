/** Which surplus arguments are refused: those that code writes, and not those that a caller passes by itself. */
import { expect, test } from 'vitest'
import { assertArgumentCount } from '../../../src/engine/errors/argument-count.ts'

const call = (max: number, ...args: readonly unknown[]) =>
  assertArgumentCount('settle', max, args as never)

test.each<[string, readonly unknown[]]>([
  ['undefined', [undefined]],
  ['null', [null]],
  ['a function, as `done` of a hook', [() => undefined]],
  ['an empty object', [{}]],
  ['a suite of Vitest', [{ tasks: [], name: 'x' }]],
  ['an instance', [new Map([[1, 2]])]],
  ['what `map` passes', ['5m', 0, ['5m']]],
  ['what `Array.from` passes', [undefined, 3]],
])('%s is no argument', (_, args) => {
  expect(() => call(0, ...args)).not.toThrow()
})

test.each<[string, number, readonly unknown[], string]>([
  ['a text', 0, ['now'], '"now". It takes none.'],
  ['a duration', 0, ['5m'], '"5m". A duration belongs to `advance`: advance("5m").'],
  ['a number', 1, ['5m', 7], '7. It takes one.'],
  ['false', 2, ['5m', {}, false], 'false. It takes two.'],
  ['options', 0, [{ limit: 3 }], '{"limit":3}. It takes none.'],
  ['a date', 0, [new Date(0)], 'Thu Jan 01 1970'],
  ['what looks like `map`, of another list', 0, ['now', 0, ['later']], '"now", 0'],
])('%s is one argument too many', (_, max, args, text) => {
  expect(() => call(max, ...args)).toThrow(
    `Could not call \`settle\`: there are too many arguments: ${text}`,
  )
})
