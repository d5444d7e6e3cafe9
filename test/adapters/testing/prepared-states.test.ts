/** A prepared state is shared by the same function and options. */
import { expect, test } from 'vitest'
import { createPreparedStates } from '../../../src/adapters/testing/prepared-states.ts'

const prepare = () => undefined

/** The numbers of the states that these options get, in order. */
async function numbersOf(all: readonly (readonly [prepare: object, options: object])[]) {
  const states = createPreparedStates<object, number>()
  let count = 0
  const create = async () => (count += 1)
  const numbers: number[] = []
  for (const [work, options] of all) numbers.push(await states(work, options, create))
  return numbers
}

test.each<[string, object, object, boolean]>([
  ['none', {}, {}, true],
  ['the same world', { world: 'empty' }, { world: 'empty' }, true],
  ['another world', { world: 'empty' }, { world: 'demo' }, false],
  ['one more', { world: 'empty' }, { world: 'empty', seed: 1 }, false],
  ['one less', { world: 'empty', seed: 1 }, { world: 'empty' }, false],
  ['one that is undefined', { world: 'empty', seed: undefined }, { world: 'empty' }, true],
  ['the same flags', { flags: { Programs: true } }, { flags: { Programs: true } }, true],
  ['other flags', { flags: { Programs: true } }, { flags: { Programs: false } }, false],
  ['a text like an object', { flags: '{}' }, { flags: {} }, false],
  ['another number', { seed: 1 }, { seed: 2 }, false],
  ['NaN', { seed: NaN }, { seed: NaN }, true],
  ['another null', { seed: null }, { seed: NaN }, false],
])('options with %s', async (_, one, other, isShared) => {
  expect(
    await numbersOf([
      [prepare, one],
      [prepare, other],
      [prepare, one],
    ]),
  ).toEqual(isShared ? [1, 1, 1] : [1, 2, 1])
})

test('another function prepares again', async () => {
  expect(
    await numbersOf([
      [prepare, {}],
      [() => undefined, {}],
      [prepare, {}],
    ]),
  ).toEqual([1, 2, 1])
})
