/** Makes delays between attempts that grow to a day. */
import type { Config } from '../middleware/config.ts'
import { createMiddleware, partsFrom } from '../middleware/middleware.ts'

const halfAnHourMs = 1_800_000
const dayMs = 86_400_000

export function waitsADay(config: Config) {
  const { sleep } = partsFrom(config).settings
  return createMiddleware({
    ...config,
    sleep: (ms) => sleep(ms < halfAnHourMs ? ms : dayMs),
  })
}
