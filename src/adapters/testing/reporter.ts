/** Tells, at the end of a run of vitest, what its tests relied on; fails the run if that is too much assumed. */
import type { Reporter, TestModule } from 'vitest/node'
import { formatGradeCounts } from '../../describe/assumption-report.ts'
import { type TaskReport, readTaskMeta } from './task-meta.ts'

/** What the reporter insists on. */
export interface ReporterOptions {
  /** The run fails when its tests rely on more assumptions than this. Default: no limit. */
  readonly maxAssumed?: number
}

/**
 * A reporter for `vitest.config.ts`, beside the usual one. It adds up what the tests that use the
 * `emulator` fixture relied on, over all workers, and tells which assumptions were among it.
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
      if (tooMany) lines.push(`That is more assumed than the ${maxAssumed} that maxAssumed allows.`)
      console.log(`\n${lines.join('\n')}\n`)
      if (tooMany) process.exitCode = 1
    },
  }
}

interface RunTotals {
  tests: number
  readonly documented: Set<string>
  readonly reference: Set<string>
  /** Assumptions, each with what it says and how many tests rely on it. */
  readonly assumed: Map<string, { readonly summary: string; tests: number }>
}

function sumModules(modules: readonly TestModule[]): RunTotals {
  const sum: RunTotals = {
    tests: 0,
    documented: new Set(),
    reference: new Set(),
    assumed: new Map(),
  }
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const report = readTaskMeta(test.meta())
      if (report) addTest(sum, report)
    }
  }
  return sum
}

function addTest(sum: RunTotals, { documented, reference, assumed }: TaskReport): void {
  sum.tests += 1
  for (const id of documented) sum.documented.add(id)
  for (const id of reference) sum.reference.add(id)
  for (const [id, summary] of Object.entries(assumed)) {
    sum.assumed.set(id, { summary, tests: (sum.assumed.get(id)?.tests ?? 0) + 1 })
  }
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
      const by = tests === 1 ? '1 test' : `${tests} tests`
      return `  ${id} (${by}): ${summary}`
    }),
  ]
}
