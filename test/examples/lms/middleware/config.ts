/** What the middleware is told when it starts. */

export interface Config {
  /** Where the course administration stands, with the version: `https://…/api/v1`. */
  baseUrl: string
  token: string
  /** The secret of the webhook, as the course administration shows it: `whsec_…`. */
  secret: string
  /** Where the learning system stands. */
  lms: { baseUrl: string; fetch?: typeof fetch }
  /** Stands before the id of a planned course in its key, so that no other tool has the same. */
  keyPrefix?: string
  /**
   * What becomes of two accounts when their users are merged: the learning system makes them one, or
   * the second is deactivated, or somebody else looks after users. Default: `merge`.
   */
  merges?: 'merge' | 'deactivate' | 'ignore'
  /** How often a job is tried before it becomes a dead letter. Default: 12. */
  attemptsMax?: number
  /** How often a call that fails on the other side is repeated at once. Default: 1. */
  retriesMax?: number
  /** What it needs of the world around it; a test brings its own. */
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
    fetch: (...call) => globalThis.fetch(...call),
    now: () => new Date(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...config,
  }
}
