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
not run.`,
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
    if (suite.failed.length > 0) throw failedSuite(suite.failed)
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
): Promise<FlipReport> {
  const names = [...new Set(tests.map(({ name }) => escaped(name.split(' > ').at(-1) as string)))]
  const pattern = `(^| )(${names.join('|')})$`
  const chosen =
    tests.length === 0
      ? []
      : [
          ...new Set(tests.map(({ file }) => file)),
          ...(pattern.length <= patternLengthMax ? ['--testNamePattern', pattern] : []),
        ]
  const all = [...args, ...chosen, '--reporter=course-admin-emulator/reporter', '--passWithNoTests']
  let output = ''
  const report = await withFlipRun(alternatives, async (environment) => {
    output = await outputOf(program, all, environment)
  })
  if (report) return report
  throw new EmulatorError('failed_suite', {
    action,
    ...(hasVitest()
      ? {
          reason: 'the test runner wrote no report',
          advice: `It printed:\n${output.trim().split('\n').slice(-20).join('\n')}`,
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

/** Runs a program of the project to its end. Returns what it printed. */
function outputOf(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
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
    child.on('close', () => resolve(output))
  })
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

const failedSuite = (names: readonly string[]): EmulatorError =>
  new EmulatorError('failed_suite', {
    action,
    reason: `the suite fails as it is: ${names.slice(0, 5).join(', ')}${names.length > 5 ? ', …' : ''}`,
    advice: 'Repair these tests first, or give filters that leave them out.',
  })
