/** Counts the tasks that are due in the future and lists the first of them. */
import type { PendingTask } from '../../emulator/reports/views.ts'

/** The largest number of tasks that are listed. */
const listedTasksMax = 50

export interface PendingTasks {
  readonly count: number
  /** The next tasks, soonest first. */
  readonly soonest: readonly PendingTask[]
}

export const summarizePending = (pending: readonly PendingTask[]): PendingTasks => ({
  count: pending.length,
  soonest: pending.slice(0, listedTasksMax),
})
