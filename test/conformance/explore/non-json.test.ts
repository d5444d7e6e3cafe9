/** What an integration returns from `state` and `problems`, and JSON cannot hold, is refused by name. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/explore.ts'
import type { Connect, Integration } from '../../../src/scenarios.ts'
import { mirror, renamesOf } from './mirror.ts'

/** The mirror with another `state` or `problems`. */
const changed =
  (change: object): Connect =>
  (connection) => ({ ...(mirror()(connection) as Integration), ...change })

const reasonsOf = async (change: object): Promise<unknown[]> => {
  const { failures } = await explore(renamesOf(1), changed(change), { depth: 0 })
  return failures.map(({ verdict, reason }) => [verdict, reason])
}

const cycle: Record<string, unknown> = { name: 'Mia' }
cycle['self'] = [cycle]

test.each([
  [{ names: new Map([[1, 'Berg']]) }, 'a Map at `state.names`; return a plain object'],
  [new Map(), 'a Map; return a plain object'],
  [[1, { 'last names': new Set() }], 'a Set at `state[1]["last names"]`; return a list'],
  [{ count: 1n }, 'a BigInt at `state.count`; return a number or a string'],
  [{ names: [() => 'Berg'] }, 'a function at `state.names[0]`; return a JSON value'],
  [{ name: Symbol('Berg') }, 'a symbol at `state.name`; return a JSON value'],
  [{ rows: Promise.resolve([]) }, 'a Promise at `state.rows`; await it'],
  [{ last: new Error('lost') }, 'an Error at `state.last`; return a plain object'],
  [cycle, 'an object that contains itself at `state.self[0]`; return a plain object'],
])('the state %#', async (state, reason) => {
  const expected = [['failed', `\`state\` returned ${reason}`]]
  expect(await reasonsOf({ state: () => state })).toEqual(expected)
})

test('an error of toJSON in the state is an error of `state`', async () => {
  const toJSON = (): never => {
    throw new Error('closed')
  }
  expect(await reasonsOf({ state: () => ({ toJSON }) })).toEqual([
    ['failed', '`state` threw closed'],
  ])
})

test('dates, objects with toJSON, shared objects and undefined members are as in JSON', async () => {
  const shared = { toJSON: () => ({ name: 'Berg' }) }
  const connect: Connect = (connection) => {
    const own = mirror()(connection) as Integration
    const rest = { at: new Date(0), a: shared, b: shared, none: undefined, text: new String('x') }
    return { ...own, state: async () => ({ names: await own.state?.(), ...rest }) }
  }
  const { failures, verdicts } = await explore(renamesOf(1), connect, { depth: 0 })
  expect(failures).toEqual([])
  expect(verdicts).toEqual({ converged: 1 })
})

test.each([
  [undefined, 'undefined'],
  [5, '5'],
  ['it rains', '"it rains"'],
  [{ rain: true }, '{"rain":true}'],
])('the problems %j', async (problems, text) => {
  const expected = [['failed', `\`problems\` returned ${text}; return a list`]]
  expect(await reasonsOf({ problems: () => problems })).toEqual(expected)
})

test('a problem that JSON cannot hold is a problem all the same', async () => {
  const [[verdict, reason]] = (await reasonsOf({ problems: () => [5n, cycle] })) as [string[]]
  expect(verdict).toBe('inconclusive')
  expect(reason).toContain('the baseline run reports a problem: 5n')
})

test('a text that holds JSON is compared as the value, and other texts are compared as texts', async () => {
  const stateWith = (shown: (names: object) => unknown) =>
    mirror((own) => ({ resync: () => undefined, state: () => shown(own.names) }))
  const verdictsWith = async (shown: (names: object) => unknown): Promise<object> => {
    const { verdicts, failures } = await explore(renamesOf(2), stateWith(shown), { depth: 1 })
    return [verdicts, failures.map(({ replay }) => replay)]
  }
  const asValue = await verdictsWith((names) => ({ names }))
  expect(await verdictsWith((names) => ({ names: JSON.stringify(names) }))).toEqual(asValue)
  expect(await verdictsWith((names) => JSON.stringify({ names }))).toEqual(asValue)
  expect(await verdictsWith((names) => ({ names, note: '{ no JSON' }))).toEqual(asValue)
})
