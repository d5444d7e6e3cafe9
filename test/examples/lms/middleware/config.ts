/** The configuration of the middleware. */
import { createMemoryStorage, type Storage } from './storage.ts'

export interface Config {
  /** The base address of the course administration, with the version: `https://…/api/v1`. */
  baseUrl: string
  token: string
  /** The secret of the webhook, as the course administration shows it: `whsec_…`. */
  secret: string
  /** The base address of the LMS. */
  lms: { baseUrl: string; fetch?: typeof fetch }
  /** The prefix of course keys, before the id of a planned course. It avoids collisions with other tools. */
  keyPrefix?: string
  /**
   * The handling of two accounts whose users are merged: `merge` merges them in the LMS, `deactivate`
   * deactivates the second account, `ignore` leaves accounts to another system. Default: `merge`.
   */
  merges?: 'merge' | 'deactivate' | 'ignore'
  /** The number of attempts before a job becomes a dead letter. Default: 12. */
  attemptsMax?: number
  /** The number of immediate retries of a call after a server error. Default: 1. */
  retriesMax?: number
  /** What survives a crash. Default: a storage in memory. */
  storage?: Storage
  /** The network and the time. A test replaces them. */
  fetch?: typeof fetch
  now?: () => Date
  sleep?: (ms: number) => Promise<unknown>
}

export type Settings = Required<Config>

export function settingsFrom(config: Config): Settings {
  return {
    keyPrefix: 'edition-',
    merges: 'merge',
    attemptsMax: 12,
    retriesMax: 1,
    storage: createMemoryStorage(),
    fetch: (...call) => globalThis.fetch(...call),
    now: () => new Date(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...config,
  }
}
