/** A mail server. It sends a message with a known key only once. */
import type { Storage } from '../middleware/storage.ts'

const storageKey = 'mail'

interface Sent {
  key: string | undefined
  message: string
}

export type Mail = ReturnType<typeof createMail>

export function createMail(storage: Storage) {
  const sent = (): Sent[] => storage.get<Sent[]>(storageKey) ?? []

  return {
    async send(message: string, key?: string): Promise<void> {
      const isKnown = key !== undefined && sent().some((each) => each.key === key)
      if (!isKnown) storage.set(storageKey, [...sent(), { key, message }])
    },
    /** The sent messages, for assertions. */
    messages: (): string[] => sent().map(({ message }) => message),
  }
}
