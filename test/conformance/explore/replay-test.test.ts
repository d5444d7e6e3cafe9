/** The test in the output of a failed exploration fails in the same way when it is pasted. */
import { expect, test } from 'vitest'
import { explore, type ExploreOptions } from '../../../src/explore.ts'
import { readyTest } from '../../../src/conformance/explore/report/replay-test.ts'
import type { Connect, Scenario } from '../../../src/scenarios.ts'
import { mirror, renamesOf } from './mirror.ts'
import { seedOf } from '../../support/internals.ts'

const renames = renamesOf(1)
const requests: ExploreOptions = { depth: 1, deviations: ['requests'] }

/** Reads nothing after the first refused call, and reports it. */
const reporting: Connect = (connection) => {
  const problems: string[] = []
  const { fetch } = connection
  const once: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (response.ok) return response
    problems.push(`refused: ${response.status}`)
    return Response.json({ last_name: 'unknown' })
  }
  return mirror({ problems: () => problems, resync: () => undefined })({
    ...connection,
    fetch: once,
  })
}

/** Fails for the data of one seed only. */
const failingAtSeed5: Connect = (connection) =>
  seedOf(connection.emulator) === 5 ? reporting(connection) : mirror()(connection)

const ending = (): never => {
  throw new Error('wrong')
}

test.each<[name: string, connect: Connect, options: ExploreOptions, lines: readonly string[]]>([
  [
    'accept',
    reporting,
    { ...requests, accept: ['converged', 'converged'] },
    ['accept: ["converged"]'],
  ],
  [
    'events',
    reporting,
    { ...requests, accept: ['converged'], events: ['user.updated'] },
    ['events: ["user.updated"]'],
  ],
  [
    'seed and accept',
    failingAtSeed5,
    { ...requests, seed: 5, accept: ['recovered', 'converged'] },
    ['seed: 5', 'accept: ["converged", "recovered"]'],
  ],
])('the test has the option %s', async (_, connect, options, lines) => {
  const { text, failures } = await explore(renames, connect, options)
  const [first] = failures
  for (const line of lines) expect(text).toContain(`\n      ${line},\n`)
  const pasted = await pastedTest(text, { connect })
  expect(pasted.failures).toMatchObject([{ verdict: first?.verdict, replay: first?.replay }])
})

test('the test names an ending, which it cannot print', async () => {
  const { text } = await explore(renames, mirror(), { ...requests, expect: ending })
  expect(text).toContain('\n      // Pass the option `expect` of the exploration here.\n')
  expect((await pastedTest(text, { connect: mirror() })).ok).toBe(true)
  const completed = text.replace(/\/\/ Pass the option `expect`.*/, 'expect: ending,')
  const pasted = await pastedTest(completed, { connect: mirror(), ending })
  expect(pasted.failures).toMatchObject([{ verdict: 'failed', reason: '`expect` threw wrong' }])
})

test.each([
  ['merge-of-merged', 'mergeOfMerged'],
  ['5-users', 'scenario5Users'],
  ["the user's last name", 'theUserSLastName'],
])('the test of the scenario %s explores the variable %s', (name, variable) => {
  const text = readyTest(name, 'crash-before')
  expect(text).toContain(`await explore(${variable}, connect, {`)
  expect(text.split("'")).toHaveLength(3)
})

test('options that only select schedules are not in the test', async () => {
  const options: ExploreOptions = {
    deviations: ['requests'],
    depth: 1,
    runs: 30,
    prune: false,
    accept: ['recovered', 'reported', 'converged'],
    time: '1h',
  }
  const forgetting = mirror((own) => ({ resync: () => void (own.names = {}) }))
  const exploration = await explore(renames, forgetting, options)
  expect(exploration.text).toContain('await explore(renamesOf1, connect, { replay: "baseline" })')
  expect(exploration.toJSON()).not.toHaveProperty('replayOptions')
})

/** Runs the test in the output, and returns its exploration. */
async function pastedTest(text: string, values: { connect: Connect; ending?: () => never }) {
  const [, code = ''] = /A test for it:\n([\s\S]*?\n {2}\}\))/.exec(text) ?? []
  const names = { connect: values.connect, ending: values.ending, renamesOf1: renames }
  let run = (): Promise<void> => Promise.reject(new Error('no test'))
  let found: Awaited<ReturnType<typeof explore>> | undefined
  const all = {
    ...names,
    explore: async (scenario: Scenario, connect: Connect, options: ExploreOptions) =>
      (found = await explore(scenario, connect, options)),
    expect: () => ({ toConverge: () => undefined }),
    test: (_: string, body: typeof run) => (run = body),
  }
  // oxlint-disable-next-line no-implied-eval -- the output is code to paste
  new Function(...Object.keys(all), code)(...Object.values(all))
  await run()
  return found!
}
