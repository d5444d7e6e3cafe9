/** Waits five hours between attempts, where half an hour is the longest delay. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

const halfAnHourMs = 1_800_000
const fiveHoursMs = 18_000_000

export function waitsForHours(config: Config) {
  const { sleep } = partsFrom(config).settings
  return createMiddleware({
    ...config,
    sleep: (ms) => sleep(ms < halfAnHourMs ? ms : fiveHoursMs),
  })
}
