/** Writes to the storage of the integration that fail. */
import { deviation, type DeviationKindDefinition } from './deviation.ts'

/** The error of a write that fails. */
class StorageError extends Error {
  override readonly name = 'StorageError'
}

export const storage = {
  kind: 'storage',
  about: 'a write to `storage` throws, before or after the value is written',
  selection: 'default',
  absence:
    'the integration stores nothing in the scenario. Keep in `storage` what must survive a crash',
  obstacle({ process, writesStorage }) {
    if (process) return 'the storage of another process is not that of the connection'
    return writesStorage
      ? undefined
      : 'the integration writes nothing to `storage`. Keep there what must survive a crash'
  },
  deviations: [
    deviation<'write'>({
      name: 'unwritten',
      at: 'write',
      summary: 'A write to `storage` throws, and the value is not written.',
      rule: 'the machine: a database can fail',
      repeatsEffects: true,
      apply(_, { key }) {
        throw new StorageError(`the write of ${key} failed`)
      },
    }),
    deviation<'write'>({
      name: 'written',
      at: 'write',
      summary: 'A write to `storage` throws, although the value is written.',
      rule: 'the machine: a database can fail after a commit',
      milder: 'unwritten',
      repeatsEffects: true,
      apply(_, { key, perform }) {
        perform()
        throw new StorageError(`the write of ${key} failed`)
      },
    }),
  ],
} as const satisfies DeviationKindDefinition
