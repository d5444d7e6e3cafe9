/** The maximum numbers of rows. A row above the maximum is refused with a message that names the limit. */
import { type Problem, unprocessable } from '../define/problems.ts'

/** The maximum number of rows of a table. */
export const rowsMax = 1_000_000
/** The maximum number of webhooks. Each event is sent to all webhooks that subscribe to it. */
export const webhooksMax = 10_000

// Note: the delivery queue and its own limit bound the notifications, and an event must not fail.
const limits: Readonly<Record<string, number>> = {
  webhooks: webhooksMax,
  webhook_notifications: Infinity,
}

/** Returns the error for another row; undefined if the table has room for it. */
export function rowLimitProblem(table: string, size: number): Problem | undefined {
  const max = limits[table] ?? rowsMax
  if (size < max) return undefined
  return unprocessable({ base: [`${table} has reached the limit of ${max} rows`] })
}
