/** An act of an administrator. */
import { entryKind, type JournalEntryBase } from '../entry-kind.ts'
import { pairsSuffix, reasonSuffix } from '../sentence-parts.ts'

/** An act of an administrator. */
export interface ActEntry extends JournalEntryBase {
  readonly kind: 'act'
  /** The id of the act: `merge_users`. */
  readonly act: string
  /** The input of the act, by the names of the wire format. */
  readonly input: Readonly<Record<string, unknown>>
  /** Why the service refused the act. */
  readonly reason?: string
}

const nameOf = ({ act }: ActEntry): string => act.replaceAll('_', ' ')

export const actKind = entryKind<ActEntry>({
  name: 'act',
  summary: 'an act of an administrator',
  track: 'acts',
  roles: ['administrator', 'service'],
  severity: ({ reason }) => (reason === undefined ? 'plain' : 'refused'),
  sentence(entry) {
    const { input, reason } = entry
    const refusal = reason === undefined ? '' : ` -> refused${reasonSuffix(reason)}`
    return `${nameOf(entry)}${pairsSuffix(input)}${refusal}`
  },
  title: nameOf,
  outcome: ({ reason }) => (reason === undefined ? undefined : 'refused'),
  details: ({ input }) => ({
    fields: Object.entries(input).map(([name, after]) => ({ name, after })),
  }),
  why: ({ reason }) => (reason === undefined ? 'The service accepted it' : `Refused: ${reason}`),
})
