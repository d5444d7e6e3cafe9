/** Tells, at the end of a run of vitest, what its tests relied on; fails the run if that is too much assumed. */
import type { Reporter, TestModule } from 'vitest/node'
import { countsOf } from '../../describe/assumption-report.ts'
import { type Reliances, reliancesIn } from './task-meta.ts'

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
      const relied = addUp(modules)
      if (relied.tests === 0) return
      const lines = linesFor(relied)
      const tooMany = relied.assumed.size > maxAssumed
      if (tooMany) lines.push(`That is more assumed than the ${maxAssumed} that maxAssumed allows.`)
      console.log(`\n${lines.join('\n')}\n`)
      if (tooMany) process.exitCode = 1
    },
  }
}

interface Sum {
  tests: number
  readonly documented: Set<string>
  readonly reference: Set<string>
  /** Assumptions, each with what it says and how many tests rely on it. */
  readonly assumed: Map<string, { readonly says: string; tests: number }>
}

function addUp(modules: readonly TestModule[]): Sum {
  const sum: Sum = { tests: 0, documented: new Set(), reference: new Set(), assumed: new Map() }
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const relied = reliancesIn(test.meta())
      if (relied) add(sum, relied)
    }
  }
  return sum
}

function add(sum: Sum, { documented, reference, assumed }: Reliances): void {
  sum.tests += 1
  for (const id of documented) sum.documented.add(id)
  for (const id of reference) sum.reference.add(id)
  for (const [id, says] of Object.entries(assumed)) {
    sum.assumed.set(id, { says, tests: (sum.assumed.get(id)?.tests ?? 0) + 1 })
  }
}

function linesFor({ documented, reference, assumed }: Sum): string[] {
  const sorted = [...assumed].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const counts = countsOf({
    documented: [...documented],
    reference: [...reference],
    assumed: sorted.map(([id]) => id),
  })
  return [
    `These tests rely on ${counts}`,
    ...sorted.map(([id, { says, tests }]) => {
      const by = tests === 1 ? '1 test' : `${tests} tests`
      return `  ${id} (${by}): ${says}`
    }),
  ]
}
