/** Defines a kind of journal entry: its sentence, its place in the inspector and its details, in one value. */
import type { EntryHeader, KindOf } from './journal.ts'
import type { BehaviourLog } from '../define/behaviour-log.ts'
import type {
  Severity,
  Track,
  StoryDetails,
  StoryEntry,
  StoryField,
  StoryNext,
  StoryRole,
} from './story.ts'

/** What every journal entry has, whatever its kind. */
export interface JournalEntryBase {
  /** Its position in the journal, from 1. */
  readonly number: number
  /** The time on the emulator's clock, in ISO 8601. */
  readonly at: string
  /** The kind of the entry. It determines the other fields. */
  readonly kind: string
  /** The number of the entry that caused this one. */
  readonly cause?: number
  /** The ids of the behaviours of the service that were relied on. */
  readonly behaviours?: readonly string[]
}

/** An entry as the journal stores it. `Hidden` holds details that views omit. */
export type StoredEntry<E extends JournalEntryBase, Hidden = unknown> = Omit<
  E,
  'at' | 'cause' | 'behaviours'
> &
  EntryHeader & { readonly behaviours?: BehaviourLog } & Hidden

/** The data outside of an entry that its sentence uses. */
export interface SentenceContext {
  /** The URL of a webhook; undefined after its deletion. */
  urlOf(webhook: string): string | undefined
  /** Describes an effect of faults on a request or a delivery; an empty text for no effect. */
  effectText(target: 'request' | 'delivery', effect: Readonly<Record<string, unknown>>): string
}

type SubjectName =
  'table' | 'record' | 'operation' | 'event' | 'webhook' | 'notification' | 'attempt' | 'test'

/** The records and names that an entry is about, for filters and tracks. */
export type EntrySubject = { readonly [N in SubjectName]?: StoryEntry[N] | undefined }

/** What a line of a story shows of the hidden details of an entry. */
export interface EntryFacts {
  /** Who sent a request. */
  readonly client?: { readonly id: string; readonly name: string }
  /** The time on the emulator's clock until the end, in milliseconds. */
  readonly durationMs?: number
  readonly next?: StoryNext
  /** The changed fields of an updated record. */
  readonly fields?: readonly StoryField[]
  /** The ids of the active webhooks, if none of them subscribed to an event. */
  readonly activeWebhooks?: readonly string[]
  /** The faults that decided the answer to an attempt. */
  readonly decidedBy?: DecidingFault
  /** The event of the attempt that caused the entry. */
  readonly event?: string
}

/** The faults that decided the answer to an attempt. */
export interface DecidingFault {
  /** The ids of the faults, separated by commas. */
  readonly ids: string
  /** Whether the receiver got the delivery: not at all, in time, or after the timeout. */
  readonly arrival: 'never' | 'in time' | 'late'
}

/** The messages and values of an entry. */
export type EntryDetails = Omit<StoryDetails, 'why' | 'behaviours'>

/** What the sentence about the outcome of an entry uses. */
export type OutcomeContext = SentenceContext & EntryFacts & EntryDetails

interface EntryKindSpec<E extends JournalEntryBase, Hidden> {
  readonly name: E['kind']
  /** The description of the kind for documentation. */
  readonly summary: string
  readonly track: Track
  /** Who the entry goes from and to in a story, or where it happens. Default: it concerns all. */
  readonly roles?: readonly [from: StoryRole, to?: StoryRole]
  /** The line of the entry in the transcript, without its kind. */
  sentence(entry: E, context: SentenceContext): string
  /** The title in a story, without the outcome. Default: the name of the kind and the sentence. */
  title?(entry: E, context: SentenceContext & EntryFacts): string
  /** How the entry ended, in a word. Default: it has no outcome. */
  outcome?(entry: E): string | undefined
  /** Default: nothing. */
  facts?(stored: StoredEntry<E, Hidden>): EntryFacts
  /** The messages and values, without secrets. Default: nothing. */
  details?(stored: StoredEntry<E, Hidden>): EntryDetails
  /** One sentence, without a full stop: what came of the entry, and why. Default: the sentence. */
  why?(entry: E, context: OutcomeContext): string
  /** True if the sentence is the title. Default: false. */
  readonly isSentenceTitle?: boolean
  /** Default: `plain`. */
  severity?(entry: E): Severity
  /** Default: nothing, so that only the entries that caused it match a filter. */
  subject?(entry: E): EntrySubject
  /** True if the entry ends the attempt that caused it. Default: false. */
  readonly endsAttempt?: boolean
  /**
   * True if the entry starts a chain of its own: the transcript does not indent it below its cause, and a
   * filter for a resource, an operation, an event or a webhook looks no further than it. Default: false.
   */
  readonly startsChain?: boolean
  /** True if a blank line separates the entry from the previous ones in the transcript. Default: false. */
  readonly startsSection?: boolean
  /** Names of details that views omit. Default: none. */
  readonly hidden?: readonly (keyof Hidden & string)[]
  /** Names of texts that the entry stores as they were sent, and whose secrets views replace. Default: none. */
  readonly redacted?: readonly (keyof E & string)[]
}

/** A kind of journal entry. Writers pass it to `journal.add`; readers find it with `entryKindOf`. */
export interface EntryKind<E extends JournalEntryBase, Hidden = unknown>
  extends
    KindOf<StoredEntry<E, Hidden>>,
    Required<Omit<EntryKindSpec<E, Hidden>, 'isSentenceTitle' | 'roles' | 'hidden' | 'redacted'>> {
  readonly name: E['kind']
  readonly roles: readonly [from?: StoryRole, to?: StoryRole]
  readonly hidden: readonly string[]
  readonly redacted: readonly string[]
}

/** Completes a kind with its defaults. */
export function entryKind<E extends JournalEntryBase, Hidden = unknown>(
  spec: EntryKindSpec<E, Hidden>,
): EntryKind<E, Hidden> {
  const { name, isSentenceTitle = false } = spec
  return {
    roles: [],
    endsAttempt: false,
    startsSection: false,
    startsChain: false,
    hidden: [],
    redacted: [],
    severity: () => 'plain',
    subject: () => ({}),
    outcome: () => undefined,
    facts: () => ({}),
    details: () => ({}),
    why: spec.sentence,
    title(entry, context) {
      const sentence = spec.sentence(entry, context)
      return isSentenceTitle ? sentence : `${name} ${sentence}`
    },
    ...spec,
  }
}
