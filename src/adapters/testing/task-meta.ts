/** What one test relied on, as it goes from the worker that ran the test to the reporter. */
import { allBehaviours } from '../../define/behaviours.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'

export interface TaskReport {
  readonly documented: readonly string[]
  readonly reference: readonly string[]
  /** What each assumption says, by its id. */
  readonly assumed: Readonly<Record<string, string>>
}

/** The place in a task's `meta`, which vitest hands over as plain data. */
const metaKey = 'courseAdminEmulator'

export function writeTaskMeta(emulator: Emulator, meta: object): void {
  const { documented, reference, assumed } = emulator.assumptionReport()
  const summaries = allBehaviours()
    .filter(({ id }) => assumed.includes(id))
    .map((each) => [each.id, each.summary])
  const report: TaskReport = { documented, reference, assumed: Object.fromEntries(summaries) }
  Object.assign(meta, { [metaKey]: report })
}

export const readTaskMeta = (meta: object): TaskReport | undefined =>
  (meta as Readonly<Record<string, TaskReport | undefined>>)[metaKey]
