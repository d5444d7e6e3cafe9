/** A Vitest reporter that prints the behaviours that the tests rely on and what they cost, and limits the assumptions. */
import './vitest-only.ts'
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import type { Reporter, TestModule } from 'vitest/node'
import { formatGradeCounts } from '../../engine/describe/assumption-report.ts'
import { booleanCheck, isObject, wholeNumberCheck } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import {
  knownNameCheck,
  type Named,
  option,
  type OptionsOf,
  readOptions,
} from '../../engine/errors/options.ts'
import { printable } from '../../engine/errors/printable.ts'
import { formatUsage } from '../../engine/kit/usage/usage-report.ts'
import { type NamedUsage, sumUsage } from '../../engine/kit/usage/usage-sum.ts'
import { pluralize } from '../../report/format.ts'
import {
  currentFlipRun,
  type FlipReport,
  type ReliantTest,
  type ReliedAssumption,
  writeFlipReport,
} from './flip-run.ts'
import { flipKey, type TaskReport, readTaskMeta, usageKey } from './task-meta.ts'

/** The options of the reporter. */
const reporterOptions = {
  /** The largest number of assumptions. The run fails if its tests rely on more. Default: no limit. */
  maxAssumed: option<number>(wholeNumberCheck(0), Infinity),
  /**
   * Whether to print what the tests cost: the calls of each operation, waits, scopes and advice.
   * Default: false.
   */
  usage: option<boolean>(booleanCheck, false),
  /**
   * How to print the behaviours that the tests rely on: one line with the assumptions that most tests rely on, the list of all
   * assumptions, or not at all. `maxAssumed` counts them anyway. Default: 'line'.
   */
  assumptions: option<'line' | 'list' | 'none'>(
    knownNameCheck('form', ['line', 'list', 'none']),
    'line',
  ),
}

/** Options of `emulatorReporter`. */
export interface ReporterOptions extends OptionsOf<typeof reporterOptions>, Named {}

/**
 * Creates a reporter for `vitest.config.ts`, used together with the default reporter. It sums up the behaviours
 * that the tests with the `emulator` fixture rely on, over all workers, and limits the assumptions. With `usage`,
 * it also prints the calls of all tests and advice to send fewer. By default, one line tells how many assumptions
 * the tests rely on.
 *
 * @example
 * export default defineConfig({
 *   test: { reporters: ['default', ['course-admin-emulator/reporter', { maxAssumed: 15, usage: true }]] },
 * })
 */
export function emulatorReporter(options: ReporterOptions = {}): Reporter {
  assertArgumentCount('emulatorReporter', 1, arguments)
  const { maxAssumed, usage, assumptions } = readOptions(reporterOptions, options, {
    action: createAction,
    example: '{ maxAssumed: 15 }',
  })
  const flipRun = currentFlipRun()
  let isAlone = false
  return {
    onInit(vitest) {
      assertOptionsBelong(vitest.config.reporters)
      isAlone = vitest.config.reporters?.length === 1
      if (flipRun) vitest.provide(flipKey as never, flipRun.alternatives as never)
      // Note: workers read the value; no test declares the key.
      if (usage) vitest.provide(usageKey as never, true as never)
    },
    onTestRunEnd(modules) {
      if (flipRun) return writeFlipReport(flipRun, flipReportOf(modules))
      if (isAlone) printUnreported(modules)
      const totals = sumModules(modules)
      if (totals.tests === 0) {
        if (usage || assumptions === 'list') console.log(`\n${noFixtureLine}\n`)
        return
      }
      const lines = [...assumptionLines[assumptions](totals)]
      const tooMany = totals.assumed.size > maxAssumed
      if (usage) {
        if (lines.length > 0) lines.push('')
        lines.push('What these tests cost:', ...usageLines(totals.usages))
      }
      if (tooMany) lines.push(tooManyLine(totals.assumed.size, maxAssumed))
      if (lines.length > 0) console.log(printable(`\n${lines.join('\n')}\n`))
      if (tooMany) process.exitCode = 1
    },
  }
}

const createAction = 'create the reporter'

/** Throws for options beside the name of the reporter: Vitest takes them for a reporter that does nothing. */
function assertOptionsBelong(reporters: readonly unknown[] = []): void {
  const names = reporters.flatMap((each) => (isObject(each) ? Object.keys(each) : []))
  const name = names.find((each) => Object.hasOwn(reporterOptions, each))
  if (name === undefined) return
  throw new EmulatorError('bad_option', {
    action: createAction,
    reason: `"${name}" stands beside the reporter`,
    advice:
      'Give the options with the name: ["course-admin-emulator/reporter", { maxAssumed: 1 }].',
  })
}

/** Prints that tests failed, which no other reporter prints. */
function printUnreported(modules: readonly TestModule[]): void {
  const count = modules.filter((module) => !module.ok()).length
  if (count === 0) return
  console.error(
    `${pluralize(count, 'test file')} failed, and no reporter prints the errors. Add the reporter of Vitest: reporters: ['default', 'course-admin-emulator/reporter'].`,
  )
}

interface RunTotals {
  tests: number
  readonly documented: Set<string>
  readonly reference: Set<string>
  /** Each assumption by its id, with its summary and the number of tests that rely on it. */
  readonly assumed: Map<string, { readonly summary: string; tests: number }>
  readonly usages: NamedUsage[]
}

function sumModules(modules: readonly TestModule[]): RunTotals {
  const totals: RunTotals = {
    tests: 0,
    documented: new Set(),
    reference: new Set(),
    assumed: new Map(),
    usages: [],
  }
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const report = readTaskMeta(test.meta())
      if (report) addTest(totals, report, test.fullName)
    }
  }
  return totals
}

function addTest(totals: RunTotals, report: TaskReport, name: string): void {
  const { documented, reference, assumed, usages = [] } = report
  totals.usages.push(...usages.map((usage) => ({ name, usage })))
  totals.tests += 1
  for (const id of documented) totals.documented.add(id)
  for (const id of reference) totals.reference.add(id)
  for (const [id, { summary }] of Object.entries(assumed)) {
    totals.assumed.set(id, { summary, tests: (totals.assumed.get(id)?.tests ?? 0) + 1 })
  }
}

/** The files of callers are relative to the working directory. */
const usageLines = (usages: readonly NamedUsage[]): string[] =>
  formatUsage(sumUsage(usages)).replaceAll(`${process.cwd()}/`, '').split('\n')

const noFixtureLine =
  'No test used the fixture `emulator` of course-admin-emulator/vitest, so that there is nothing to report.'

const tooManyLine = (count: number, max: number): string =>
  `Too many assumptions: ${count}, and \`maxAssumed\` is ${max}.`

const assumptionLines: Readonly<
  Record<'line' | 'list' | 'none', (totals: RunTotals) => readonly string[]>
> = { line: (totals) => [summaryLine(totals)], list: formatTotals, none: () => [] }

/** The number of assumptions that the line names. */
const namedMax = 5

function summaryLine({ tests, assumed }: RunTotals): string {
  const sorted = [...assumed].toSorted(
    ([a, one], [b, two]) => two.tests - one.tests || (a < b ? -1 : 1),
  )
  const named = sorted.slice(0, namedMax).map(([id, each]) => `${id} (${each.tests})`)
  const subject = `${pluralize(tests, 'test')} ${tests === 1 ? 'relies' : 'rely'}`
  if (named.length === 0) return `${subject} on no assumption about the service.`
  const most = tests === 1 ? 'It relies' : 'Most tests rely'
  return (
    `${subject} on ${pluralize(assumed.size, 'assumption')} about the service. ${most} on: ` +
    `${named.join(', ')}. "npx course-admin-emulator flip -- vitest run" tells which break if one is wrong.`
  )
}

/** What a run of `flip` needs to know about the tests. */
function flipReportOf(modules: readonly TestModule[]): FlipReport {
  const tests: ReliantTest[] = []
  const assumptions: Record<string, ReliedAssumption> = {}
  const failed: string[] = []
  let count = 0
  for (const module of modules) {
    const file = module.relativeModuleId
    if (module.errors().length > 0) failed.push(file)
    for (const test of module.children.allTests()) {
      count += 1
      const isFailed = test.result().state === 'failed'
      if (isFailed) failed.push(`${file} > ${test.fullName}`)
      const { assumed } = readTaskMeta(test.meta()) ?? {}
      if (!assumed) continue
      tests.push({ file, name: test.fullName, isFailed, assumed: Object.keys(assumed) })
      Object.assign(assumptions, assumed)
    }
  }
  return { count, tests, assumptions, failed }
}

function formatTotals({ documented, reference, assumed }: RunTotals): string[] {
  const sorted = [...assumed].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const counts = formatGradeCounts({
    documented: [...documented],
    reference: [...reference],
    assumed: sorted.map(([id]) => id),
  })
  return [
    `These tests rely on ${counts}`,
    ...sorted.map(([id, { summary, tests }]) => {
      const testCount = tests === 1 ? '1 test' : `${tests} tests`
      return `  ${id} (${testCount}): ${summary}`
    }),
  ]
}
