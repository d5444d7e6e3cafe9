/** The command `flip` with a recorded suite: what it runs, what it tells, and which suites it refuses. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Progress } from '../../../src/adapters/cli/command.ts'
import { flipCommand } from '../../../src/adapters/cli/flip-command.ts'
import {
  type FlipResult,
  flipResult,
  formatFlipResult,
  formatReliance,
} from '../../../src/adapters/cli/flip/flip-text.ts'
import type { FlipReport, ReliantTest } from '../../../src/adapters/testing/flip-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'flip-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Stands for Vitest with the reporter: writes the report of the file `suite.json` under the given alternatives. */
const runner = join(folder, 'vitest.cjs')
writeFileSync(
  runner,
  `const { appendFileSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { alternatives, report } = JSON.parse(process.env.COURSE_ADMIN_EMULATOR_FLIP)
const suite = JSON.parse(readFileSync(join(__dirname, 'suite.json'), 'utf8'))
const args = process.argv.slice(2)
appendFileSync(join(__dirname, 'log'), JSON.stringify({ args, alternatives, path: process.env.PATH }) + '\\n')
const isBroken = ({ breaks = [] }) => breaks.some((each) =>
  each.every(([id, name]) => alternatives[id] === name))
const tests = suite.tests.map((each) => ({ ...each, isFailed: isBroken(each) }))
process.stdout.write(suite.printed ?? '')
process.stderr.write(suite.printedError ?? '')
if (!suite.hasNoReport) writeFileSync(report, JSON.stringify({ ...suite, tests }))
process.exitCode = suite.code ?? 0
`,
)

interface Suite extends Omit<FlipReport, 'tests'> {
  /** The tests, each with the sets of alternatives that break it: ids with names. */
  readonly tests: readonly (Omit<ReliantTest, 'isFailed'> & {
    readonly breaks?: readonly (readonly (readonly [string, string])[])[]
  })[]
  readonly code?: number
  readonly printed?: string
  readonly printedError?: string
  readonly hasNoReport?: boolean
}

const assumptions: FlipReport['assumptions'] = {
  'rate.window': { summary: 'a window is a minute', alternatives: {} },
  'checks.order': { summary: 'the body is checked last', alternatives: { first: 'it is first' } },
  'body.rules': {
    summary: 'an unknown field is refused',
    alternatives: { ignore: 'it is ignored', warn: 'it gives a warning' },
  },
  'path.id': { summary: 'an id is a number', alternatives: { text: 'it is a text' } },
}

const creates = { file: 'a.test.ts', name: 'users > creates (twice)' }
const lists = { file: 'b.test.ts', name: 'lists' }

const suite: Suite = {
  count: 3,
  failed: [],
  assumptions,
  tests: [
    {
      ...creates,
      assumed: ['rate.window', 'body.rules', 'path.id'],
      breaks: [[['body.rules', 'ignore']], [['path.id', 'text']]],
    },
    { ...lists, assumed: ['checks.order', 'path.id'], breaks: [[['path.id', 'text']]] },
  ],
}

const log = join(folder, 'log')
beforeEach(() => rmSync(log, { force: true }))

interface LoggedRun {
  readonly args: readonly string[]
  readonly alternatives: Readonly<Record<string, string>>
  readonly path: string
}

async function run(given: Suite, args: readonly string[] = []) {
  writeFileSync(join(folder, 'suite.json'), JSON.stringify(given))
  const output = { out: '', err: '' }
  const progress: Progress[] = []
  const code = await flipCommand.run([...args, '--', process.execPath, runner, 'run', 'users'], {
    stdout: (text) => void (output.out += text),
    stderr: (text) => void (output.err += text),
    progress: (each) => void progress.push(each),
  })
  const runs = readFileSync(log, 'utf8').trim().split('\n')
  return { code, ...output, progress, runs: runs.map((line) => JSON.parse(line) as LoggedRun) }
}

const both = ['a.test.ts > users > creates (twice)', 'b.test.ts > lists']

test('tells which tests break, which survive, and the questions about the service', async () => {
  const { code, out, err, runs, progress } = await run(suite)
  expect(out)
    .toBe(`2 tests rely on 4 assumptions about the service. The suite was run ${runs.length} times.

✗ path.id=text: it is a text
    ${both[0]}
    ${both[1]}
✗ body.rules=ignore: it is ignored
    ${both[0]}
– rate.window: 1 test relies on it, and there is no alternative
✓ checks.order: 1 test relies on it, and survives each alternative

Questions to settle about the service, those with the most tests at stake first:
1. path.id (2 tests). Is it so: an id is a number?
   Or: it is a text?
2. body.rules (1 test). Is it so: an unknown field is refused?
   Or: it is ignored?
   Or: it gives a warning?
`)
  expect([code, err]).toEqual([1, ''])
  expect(progress).toEqual(
    runs.map((_, i) => ({ done: i + 1, total: i + 1, text: 'runs of the suite' })),
  )
})

test('the suite runs as it is first, then only the tests that rely on the alternatives', async () => {
  const { runs } = await run(suite)
  const reporter = '--reporter=course-admin-emulator/reporter'
  const [first, ...others] = runs
  expect(first).toMatchObject({ args: ['run', 'users', reporter], alternatives: {} })
  expect(first?.path).toMatch(/^\S*node_modules.\.bin[:;]/)
  for (const { args, alternatives } of others) {
    const ids = Object.keys(alternatives)
    const reliant = suite.tests.filter(({ assumed }) => assumed.some((id) => ids.includes(id)))
    const names = { 'a.test.ts': String.raw`creates \(twice\)`, 'b.test.ts': 'lists' }
    const files = reliant.map(({ file }) => file as keyof typeof names)
    const pattern = `(^| )(${files.map((file) => names[file]).join('|')})$`
    expect(args).toEqual(['run', 'users', ...files, '--testNamePattern', pattern, reporter])
  }
  const alone = others.map(({ alternatives }) => Object.entries(alternatives))
  expect(alone).toContainEqual([['path.id', 'text']])
  expect(alone).toContainEqual([['body.rules', 'ignore']])
})

test('names that are too long for a command line are left out', async () => {
  const name = `reads ${'x'.repeat(20_000)}`
  const { runs } = await run({ ...suite, tests: [{ ...lists, name, assumed: ['path.id'] }] })
  expect(runs[1]?.args).toEqual(['run', 'users', 'b.test.ts', expect.stringMatching('^--reporter')])
})

test('a suite that survives gives the exit code 0 and no questions', async () => {
  const tests = suite.tests.map(({ breaks: _, ...each }) => each)
  const { code, out } = await run({ ...suite, tests })
  expect(code).toBe(0)
  expect(out).toContain('✓ path.id: 2 tests rely on it, and survive each alternative\n')
  expect(out).not.toMatch(/✗|Questions/)
})

test('tests that break only under two alternatives together are told', async () => {
  const breaks = [
    [
      ['body.rules', 'ignore'],
      ['path.id', 'text'],
    ],
  ] as const
  const tests = [{ ...creates, assumed: ['body.rules', 'path.id'], breaks }]
  const { code, out } = await run({ ...suite, tests })
  expect(code).toBe(1)
  expect(out).toMatch(
    /\n✗ only together: [\w.=, ]*body\.rules=ignore, path\.id=text\n {4}a\.test\.ts/,
  )
  expect(out).not.toContain('Questions')
})

test('--json - prints the result, and --list runs the suite once', async () => {
  const { out } = await run(suite, ['--json', '-'])
  const result = JSON.parse(out) as FlipResult
  expect(result).toMatchObject({ tests: 2, together: [] })
  expect(result.assumptions.map(({ id, tests }) => [id, tests])).toEqual([
    ['path.id', both],
    ['body.rules', both.slice(0, 1)],
    ['rate.window', both.slice(0, 1)],
    ['checks.order', both.slice(1)],
  ])
  expect(result.assumptions[1]?.alternatives).toEqual([
    { name: 'ignore', summary: 'it is ignored', breaks: both.slice(0, 1) },
    { name: 'warn', summary: 'it gives a warning', breaks: [] },
  ])
  rmSync(log)
  const listed = await run(suite, ['--list'])
  expect([listed.code, listed.runs.length]).toEqual([0, 1])
  const blocks = ['path.id', 'rate.window', 'body.rules', 'checks.order'] as const
  for (const id of blocks) expect(listed.out).toContain(`${id}: ${assumptions[id]?.summary}\n`)
  expect(listed.out).toMatch(/^path\.id: an id is a number\n {4}a\.test\.ts .*\n {4}b\.test/)
  expect(listed.out.endsWith('\n')).toBe(true)
})

describe('a suite that cannot be judged', () => {
  const failed = ['one', 'two', 'three', 'four', 'five', 'six']
  const printed = Array.from({ length: 25 }, (_, i) => `line ${i + 1}`).join('\n')

  test.each<[string, Partial<Suite>, string]>([
    [
      'fails',
      { failed: failed.slice(0, 5) },
      'the suite fails as it is: one, two, three, four, five. Repair these tests first',
    ],
    [
      'fails in many tests',
      { failed },
      'the suite fails as it is: one, two, three, four, five, ….',
    ],
    ['has no test', { count: 0, printed: 'empty' }, 'there is no test. It printed:\nempty'],
    [
      'ends with an error',
      { code: 1, printed, printedError: '\nlast\n' },
      `the test runner failed, and no test did. It printed:\n${printed.split('\n').slice(-19).join('\n')}\nlast`,
    ],
    [
      'has no emulator',
      { tests: [] },
      'no test uses the emulator of course-admin-emulator/vitest. Import `test` from',
    ],
    [
      'has no report',
      { hasNoReport: true, printed: 'no config' },
      'the test runner wrote no report. It printed:\nno config',
    ],
  ])('it %s', async (_, change, reason) => {
    const refused = run({ ...suite, ...change })
    await expect(refused).rejects.toMatchObject({ code: 'failed_suite' })
    await expect(refused).rejects.toThrow(`Could not flip the assumptions: ${reason}`)
    expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(1)
  })

  test('it is in a folder without Vitest', async () => {
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder)
    try {
      await expect(run({ ...suite, hasNoReport: true })).rejects.toThrow(
        'Vitest is not installed in this folder. Install it with: npm i -D vitest',
      )
    } finally {
      cwd.mockRestore()
    }
  })

  test('its program does not exist', async () => {
    const environment = { stdout: () => {}, stderr: () => {} }
    const missing = flipCommand.run(['--', join(folder, 'vitest-none')], environment)
    await expect(missing).rejects.toThrow('the test runner wrote no report')
    await expect(flipCommand.run(['--', 'jest'], environment)).rejects.toThrow(
      '"jest" does not run',
    )
    expect(existsSync(log)).toBe(false)
  })

  test('its result cannot be written', async () => {
    await expect(run(suite, ['--json', '/nowhere/a.json'])).rejects.toThrow('/nowhere/a.json')
    expect(existsSync(log)).toBe(false)
  })
})

test('the texts of a result follow from it', () => {
  const tests = suite.tests.map((each) => ({ ...each, isFailed: false }))
  const flips = [{ assumption: 'path.id', alternative: 'text' }]
  const one = flipResult({ ...suite, tests: tests.slice(0, 1) }, [], 1)
  expect(formatFlipResult(one)).toMatch(
    /^1 test relies on 4 assumptions about the service\. The suite was run 1 time\.\n\n– /,
  )
  // Note: two breaks of one test count once.
  const twice = flipResult(
    { ...suite, tests },
    [
      { flips, tests: both },
      { flips, tests: both },
    ],
    2,
  )
  expect(formatFlipResult(twice)).toContain('\n1. path.id (2 tests).')
  expect(formatReliance({ ...one, assumptions: [] })).toBe('')
})
