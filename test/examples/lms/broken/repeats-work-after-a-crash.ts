/** Sends a message without a key and stores that afterwards. A crash in between repeats the message. */
import type { Config } from '../middleware/config.ts'
import { partsFrom } from '../middleware/middleware.ts'
import { createWelcoming, welcomeText } from '../variants/welcome.ts'

export function repeatsWorkAfterACrash(config: Config) {
  const parts = partsFrom(config)
  const { storage } = parts.settings
  return createWelcoming(config, parts, async (mail, data) => {
    const mark = `welcomed ${String(data.id)}`
    if (storage.get(mark)) return
    await mail.send(welcomeText(data))
    storage.set(mark, true)
  })
}
