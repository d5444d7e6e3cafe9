/** The command `flip`: runs a test suite under the alternatives of the assumptions that its tests rely on. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { basename, delimiter, join } from 'node:path'
import { EmulatorError } from '../../engine/errors/errors.ts'
import {
  type Alternatives,
  type FlipReport,
  type ReliantTest,
  withFlipRun,
} from '../testing/flip-run.ts'
import { argumentError, defineCommand } from './command.ts'
import { pick, switchFlag } from './flag.ts'
import { type Flip, findBreaks } from './flip/find-breaks.ts'
import { flipResult, formatFlipResult, formatReliance, testName } from './flip/flip-text.ts'
import { assertResultFiles, jsonFlag, jsonText, writeResults } from './results.ts'

const action = 'flip the assumptions'

const resultFlags = { json: jsonFlag() }

export const flipCommand = defineCommand({
  name: 'flip',
  usage: ['[options] -- vitest run [FILTER...]'],
  about: `Tells what your tests rely on. It runs the suite as it is, then the tests that rely on an assumption
about the service with the alternatives of it: several alternatives in one run, fewer when a test
breaks, and each break alone. The tests use the emulator of course-admin-emulator/vitest.

The exit code is 0 if no test breaks, 1 if a test breaks, and 2 if the suite fails as it is or could
not run, or if no test uses an emulator.`,
  flags: {
    list: switchFlag('print the tests of each assumption, and try no alternative'),
    ...resultFlags,
  },
  rest: 'the command of the tests',
  examples: [
    ['-- vitest run', 'try the alternatives on all tests'],
    ['--list -- vitest run test/sync.test.ts', 'list what the tests of a file rely on'],
  ],
  async perform({ values, positionals }, environment) {
    const { list = false } = values
    const files = pick(values, resultFlags)
    assertResultFiles(files)
    assertVitest(positionals)
    let runs = 0
    const run = async (alternatives: Alternatives, tests: readonly ReliantTest[] = []) => {
      runs += 1
      environment.progress?.({ done: runs, total: runs, text: 'runs of the suite' })
      return reportOf(positionals, alternatives, tests)
    }
    const suite = await run({})
    assertUsable(suite)
    const flips = list ? [] : flipsOf(suite)
    const breaks = await findBreaks(flips, async (some) => {
      const ids = new Set(some.map(({ assumption }) => assumption))
      const reliant = suite.tests.filter(({ assumed }) => assumed.some((id) => ids.has(id)))
      const alternatives = Object.fromEntries(
        some.map((each) => [each.assumption, each.alternative]),
      )
      const { tests } = await run(alternatives, reliant)
      return tests.filter(({ isFailed }) => isFailed).map(testName)
    })
    const result = flipResult(suite, breaks, runs)
    const text = list ? formatReliance(result) : formatFlipResult(result)
    writeResults(files, { json: () => jsonText(result) }, `${text}\n`, environment)
    return breaks.length > 0 ? 1 : 0
  },
})

const flipsOf = ({ assumptions }: FlipReport): readonly Flip[] =>
  Object.entries(assumptions).flatMap(([assumption, { alternatives }]) =>
    Object.keys(alternatives).map((alternative) => ({ assumption, alternative })),
  )

function assertVitest(command: readonly string[]): void {
  const advice = 'Give it after "--", such as: flip -- vitest run'
  if (command.length === 0)
    throw argumentError('the command of the tests is missing', advice, action)
  if (command.some((each) => basename(each).startsWith('vitest'))) return
  throw argumentError(
    `"${command.join(' ')}" does not run Vitest, the only runner that flip knows`,
    advice,
    action,
  )
}

/** The longest pattern of names that is given on a command line. */
const patternLengthMax = 20_000

/** Runs the suite, or only some of its tests. */
async function reportOf(
  [program = '', ...args]: readonly string[],
  alternatives: Alternatives,
  tests: readonly ReliantTest[],
): Promise<FlipRunReport> {
  const names = [...new Set(tests.map(({ name }) => escaped(name.split(' > ').at(-1) as string)))]
  const pattern = `(^| )(${names.join('|')})$`
  const chosen =
    tests.length === 0
      ? []
      : [
          ...new Set(tests.map(({ file }) => file)),
          ...(pattern.length <= patternLengthMax ? ['--testNamePattern', pattern] : []),
        ]
  const all = [...args, ...chosen, '--reporter=course-admin-emulator/reporter']
  let ended: Ended = { output: '', code: null }
  const report = await withFlipRun(alternatives, async (environment) => {
    ended = await runProgram(program, all, environment)
  })
  if (report) return { ...report, ...ended }
  throw new EmulatorError('failed_suite', {
    action,
    ...(hasVitest()
      ? {
          reason: 'the test runner wrote no report',
          advice: lastLinesOf(ended),
        }
      : {
          reason: 'Vitest is not installed in this folder',
          advice: 'Install it with: npm i -D vitest',
        }),
  })
}

/** Whether a module of the working directory can import Vitest. */
function hasVitest(): boolean {
  try {
    createRequire(join(process.cwd(), 'package.json')).resolve('vitest/package.json')
    return true
  } catch {
    return false
  }
}

/** How a program ended. */
interface Ended {
  /** What it printed. */
  readonly output: string
  /** Null if a signal ended it. */
  readonly code: number | null
}

interface FlipRunReport extends FlipReport, Ended {}

const lastLinesOf = ({ output }: Ended): string =>
  `It printed:\n${output.trim().split('\n').slice(-20).join('\n')}`

/** Runs a program of the project to its end. */
function runProgram(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Ended> {
  const path = [join(process.cwd(), 'node_modules', '.bin'), environment['PATH']].join(delimiter)
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...environment, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ output, code }))
  })
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Throws for a suite that fails as it is, and for one in which no test has an emulator. */
function assertUsable({ count, tests, failed, ...ended }: FlipRunReport): void {
  if (failed.length > 0)
    throw failedSuite(
      `the suite fails as it is: ${failed.slice(0, 5).join(', ')}${failed.length > 5 ? ', …' : ''}`,
      'Repair these tests first, or give filters that leave them out.',
    )
  if (ended.code !== 0 || count === 0)
    throw failedSuite(
      count === 0 ? 'there is no test' : 'the test runner failed, and no test did',
      lastLinesOf(ended),
    )
  if (tests.length === 0)
    throw failedSuite(
      'no test uses the emulator of course-admin-emulator/vitest',
      'Import `test` from "course-admin-emulator/vitest", and use its fixture `emulator`.',
    )
}

const failedSuite = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('failed_suite', { action, reason, advice })
