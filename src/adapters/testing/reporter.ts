/** A Vitest reporter that prints the behaviours that the tests rely on, and limits the assumptions. */
import type { Reporter, TestModule } from 'vitest/node'
import { formatGradeCounts } from '../../describe/assumption-report.ts'
import { type TaskReport, readTaskMeta } from './task-meta.ts'

/** Options of `emulatorReporter`. */
export interface ReporterOptions {
  /** The largest number of assumptions. The run fails if its tests rely on more. Default: no limit. */
  readonly maxAssumed?: number
}

/**
 * Creates a reporter for `vitest.config.ts`, used together with the default reporter. It sums up the behaviours
 * that the tests with the `emulator` fixture rely on, over all workers, and lists the assumptions.
 *
 * @example
 * export default defineConfig({
 *   test: { reporters: ['default', ['course-admin-emulator/reporter', { maxAssumed: 4 }]] },
 * })
 */
export function emulatorReporter({ maxAssumed = Infinity }: ReporterOptions = {}): Reporter {
  return {
    onTestRunEnd(modules) {
      const totals = sumModules(modules)
      if (totals.tests === 0) return
      const lines = formatTotals(totals)
      const tooMany = totals.assumed.size > maxAssumed
      if (tooMany) lines.push(tooManyLine(totals.assumed.size, maxAssumed))
      console.log(`\n${lines.join('\n')}\n`)
      if (tooMany) process.exitCode = 1
    },
  }
}

interface RunTotals {
  tests: number
  readonly documented: Set<string>
  readonly reference: Set<string>
  /** Each assumption by its id, with its summary and the number of tests that rely on it. */
  readonly assumed: Map<string, { readonly summary: string; tests: number }>
}

function sumModules(modules: readonly TestModule[]): RunTotals {
  const totals: RunTotals = {
    tests: 0,
    documented: new Set(),
    reference: new Set(),
    assumed: new Map(),
  }
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const report = readTaskMeta(test.meta())
      if (report) addTest(totals, report)
    }
  }
  return totals
}

function addTest(totals: RunTotals, { documented, reference, assumed }: TaskReport): void {
  totals.tests += 1
  for (const id of documented) totals.documented.add(id)
  for (const id of reference) totals.reference.add(id)
  for (const [id, summary] of Object.entries(assumed)) {
    totals.assumed.set(id, { summary, tests: (totals.assumed.get(id)?.tests ?? 0) + 1 })
  }
}

const tooManyLine = (count: number, max: number): string =>
  `Too many assumptions: ${count}, and \`maxAssumed\` is ${max}.`

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
