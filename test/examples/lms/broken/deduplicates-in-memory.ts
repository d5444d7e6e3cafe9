/** Remembers sent messages in memory only. */
import type { Config } from '../middleware/config.ts'
import { partsFrom } from '../middleware/middleware.ts'
import { createWelcoming, welcomeText } from '../variants/welcome.ts'

export function deduplicatesInMemory(config: Config) {
  const welcomed = new Set<unknown>()
  return createWelcoming(config, partsFrom(config), async (mail, data) => {
    if (welcomed.has(data.id)) return
    await mail.send(welcomeText(data))
    welcomed.add(data.id)
  })
}
