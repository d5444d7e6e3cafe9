/** The values that all transactions of an emulator share. */
import type { Random } from '../store/random.ts'
import type { Store } from '../store/store.ts'
import type { Calendar } from './calendar.ts'
import type { Catalog } from './catalog.ts'
import type { History } from './history.ts'
import type { RecordSerializer } from './record-serializer.ts'
import type { ActiveAlternatives, Flags } from './settings.ts'

export interface TransactionContext {
  /** The history of the state. */
  readonly history: History
  readonly store: Store
  readonly catalog: Catalog
  readonly random: Random
  readonly calendar: Calendar
  /** The base URL of the emulator. */
  readonly baseUrl: string
  now(): number
  zone(): string
  flags(): Flags
  alternatives(): ActiveAlternatives
  serializer(): RecordSerializer
}
