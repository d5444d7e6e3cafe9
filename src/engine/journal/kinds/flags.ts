/** A change of feature flags. */
import type { FlagName } from '../../service-types.ts'
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'

/** A change of feature flags, by name: `{ Programs: false }`. */
export interface FlagsEntry extends JournalEntryBase, Readonly<Partial<Record<FlagName, boolean>>> {
  readonly kind: 'flags'
}

export const flagsKind = entryKind<FlagsEntry>({
  name: 'flags',
  summary: 'a change of feature flags',
  track: 'acts',
  roles: ['administrator', 'service'],
  sentence({ number: _, at: __, kind: ___, cause: ____, behaviours: _____, ...flags }) {
    return Object.entries(flags)
      .map(([name, isOn]) => `${name} ${isOn ? 'on' : 'off'}`)
      .join(', ')
  },
})
