/** A request that no emulator intercepted because its URL is not below the base URL. */
import type { UnhandledStrategy } from './handlers.ts'

/** A request that went past the emulator. */
export interface PassedRequest {
  readonly method: string
  readonly url: string
  /** `error` if the request failed, `warn` if it went to the network. */
  readonly strategy: Exclude<UnhandledStrategy, 'bypass'>
}
