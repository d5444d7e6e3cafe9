/** Waits for further events, and handles only the last one, even if the earlier ones have other records. */
import type { Config } from '../middleware/config.ts'
import { createDebounced } from '../variants/debounce.ts'

export const replacesWaitingEvents = (config: Config) => createDebounced(config, () => 'any record')
