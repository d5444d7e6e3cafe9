/** Passes the behaviours that a test relied on from its worker to the reporter, in the task's `meta`. */
import {
  allBehaviours,
  alternativesOf,
  type Behaviour,
  rangeOf,
  summaryWith,
} from '../../engine/define/behaviour.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { collectedUsages } from '../../engine/emulator/reports/usage.ts'
import type { UsageData } from '../../engine/kit/usage/usage.ts'
import type { ReliedAssumption } from './flip-run.ts'

export interface TaskReport {
  readonly documented: readonly string[]
  readonly reference: readonly string[]
  /** The assumptions by their ids. */
  readonly assumed: Readonly<Record<string, ReliedAssumption>>
  /** What the test cost before each `reset` and each restore of a saved world, and at the end, if the reporter has the option `usage`. */
  readonly usages?: readonly UsageData[]
}

/** The key of the value that the reporter provides to workers: `true` for its option `usage`. */
export const usageKey = 'courseAdminEmulatorUsage'

/** The key of the alternatives that the reporter provides to workers in a run of `flip`. */
export const flipKey = 'courseAdminEmulatorFlip'

/** The key in a task's `meta`, which Vitest sends to the main process as plain data. */
const metaKey = 'courseAdminEmulator'

export function writeTaskMeta(emulator: Emulator, meta: object, withUsage: boolean): void {
  const { documented, reference, assumed } = emulator.assumptionReport()
  const summaries = allBehaviours()
    .filter(({ id }) => assumed.includes(id))
    .map((each) => [each.id, { summary: each.summary, alternatives: alternativesFor(each) }])
  const report: TaskReport = {
    documented,
    reference,
    assumed: Object.fromEntries(summaries),
    ...(withUsage && { usages: collectedUsages(contextOf(emulator)) }),
  }
  Object.assign(meta, { [metaKey]: report })
}

/** What the service does with each alternative, or with the ends of the range of a number, by its name. */
function alternativesFor(behaviour: Behaviour): Readonly<Record<string, string>> {
  const range = rangeOf(behaviour)
  if (!range) return alternativesOf(behaviour)
  const numbers = [range.min, range.max].filter((each) => each !== range.default)
  return Object.fromEntries(
    numbers.map((each) => [String(each), summaryWith(behaviour, String(each))]),
  )
}

export const readTaskMeta = (meta: object): TaskReport | undefined =>
  (meta as Readonly<Record<string, TaskReport | undefined>>)[metaKey]
