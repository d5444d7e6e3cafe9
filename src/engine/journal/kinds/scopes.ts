/** A change of the scopes of a token. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { listSuffix } from '../sentence-parts.ts'

/** A change of the scopes of a token. */
export interface ScopesEntry extends JournalEntryBase {
  readonly kind: 'scopes'
  /** The scopes that the token lost. */
  readonly removed: readonly string[]
  /** The scopes that the token gained. */
  readonly added: readonly string[]
}

export const scopesKind = entryKind<ScopesEntry>({
  name: 'scopes',
  summary: 'a change of the scopes of a token',
  track: 'acts',
  roles: ['administrator', 'service'],
  sentence({ removed, added }) {
    const parts = [
      removed.length > 0 && `removed${listSuffix(removed)}`,
      added.length > 0 && `added${listSuffix(added)}`,
    ]
    return parts.filter(Boolean).join('; ')
  },
})
