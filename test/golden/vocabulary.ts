/** The options, methods and internals that a rename touches, in one place, for the golden sessions. */
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import { contextOf } from '../../src/engine/emulator/emulator.ts'

export interface GoldenOptions {
  readonly flags?: NonNullable<EmulatorOptions['flags']>
  readonly rateLimit?: NonNullable<EmulatorOptions['rateLimit']>
  readonly signing?: 'standard' | 'hex'
  readonly journalEntriesMax?: number
  /** Assumptions that take their alternative, by id. */
  readonly alternatives?: readonly string[]
  readonly delivery?: {
    readonly timeoutMs: number
    readonly retryDelaysMs: readonly number[]
    readonly maxInFlight: number
    readonly maxQueued: number
  }
}

function emulatorOptions({ alternatives, delivery, ...others }: GoldenOptions): EmulatorOptions {
  const chosen = alternatives?.map((id) => [id, 'alternative'])
  return {
    ...others,
    ...(chosen && { assumptions: Object.fromEntries(chosen) }),
    ...(delivery && {
      delivery: {
        timeoutMs: delivery.timeoutMs,
        retryDelaysMs: delivery.retryDelaysMs,
        maxInFlight: delivery.maxInFlight,
        maxQueued: delivery.maxQueued,
      },
    }),
  }
}

export const newEmulator = (options: GoldenOptions): Emulator =>
  createEmulator({ ...emulatorOptions(options), world: 'small-school' })

/** A new emulator that continues from a saved world; the saved world brings the alternatives along. */
export function loadedEmulator(
  { alternatives: _, flags: __, signing: ___, ...options }: GoldenOptions,
  load: string,
): Emulator {
  return createEmulator({ ...emulatorOptions(options), load })
}

export const importRecords = (emulator: Emulator, records: object): void =>
  void emulator.importRecords(records)

/** The names of all resources, sorted. */
export const tablesOf = (emulator: Emulator): string[] =>
  [...contextOf(emulator).catalog.resources.keys()].sort()
