/** Handles a notification again when it is delivered again, and sends its message again. */
import type { Config } from '../middleware/config.ts'
import { partsFrom } from '../middleware/middleware.ts'
import { createWelcoming, welcomeWithoutKey } from '../variants/welcome.ts'

export function handlesRedeliveriesTwice(config: Config) {
  const parts = partsFrom(config)
  const memory = { ...parts.memory, isNew: () => true }
  return createWelcoming(config, { ...parts, memory }, welcomeWithoutKey)
}
