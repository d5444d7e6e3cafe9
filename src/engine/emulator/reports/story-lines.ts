/** Converts journal entries to the entries of a story: who takes part, what caused them, and what came of them. */
import type { EntryFacts, EntrySubject, SentenceContext } from '../../journal/entry-kind.ts'
import { entryKindOf, type StoredJournalEntry } from '../../journal/kind-table.ts'
import { attemptKind, type AttemptEntry } from '../../journal/kinds/attempt.ts'
import type { StoryDetails, StoryEntry, StoryParticipant, StoryRole } from '../../journal/story.ts'
import { defined } from '../../errors/defined.ts'
import type { EmulatorContext } from '../context.ts'
import { isRequest } from './request-entries.ts'
import { sentenceContextOf } from './sentence-context.ts'
import { findWebhook, viewEntry } from './views.ts'

/** The number of entries before a request in which an attempt that may have led to it is looked for. */
const lookbackMax = 100

const administrator: StoryParticipant = {
  id: 'administrator',
  role: 'administrator',
  name: 'Administrator',
}
export const service: StoryParticipant = { id: 'service', role: 'service', name: 'Service' }

export const receiverId = (webhook: string): string => `receiver:${webhook}`

/** Converts entries one by one. The participants that they name are collected. */
export class StoryLines {
  readonly #context: EmulatorContext
  readonly #sentences: SentenceContext
  readonly #participants = new Map<string, StoryParticipant>()

  constructor(context: EmulatorContext) {
    this.#context = context
    this.#sentences = sentenceContextOf(context)
  }

  /** The participants of the converted entries: the administrator, the service, receivers, then clients. */
  participants(): StoryParticipant[] {
    const all = [...this.#participants.values()]
    const withRole = (role: StoryRole): StoryParticipant[] =>
      all.filter((each) => each.role === role)
    return [...withRole('administrator'), service, ...withRole('receiver'), ...withRole('client')]
  }

  /** Converts an entry to what a line of the sequence shows. */
  lineOf(entry: StoredJournalEntry): StoryEntry {
    const kind = entryKindOf(entry)
    const view = viewEntry(entry)
    const facts = this.#factsOf(entry)
    const { durationMs, next, decidedBy } = facts
    const subject = kind.subject(view)
    const inferred = this.#inferredCause(entry, subject)
    const cause = entry.cause ?? inferred
    // Note: a fault answers in place of a receiver that is not called.
    const roles = decidedBy?.arrival === 'never' ? (['service'] as const) : kind.roles
    const [from, to] = roles.map((role) => role && this.#participant(role, entry))
    return {
      number: entry.number,
      at: view.at,
      kind: entry.kind,
      track: kind.track,
      severity: kind.severity(view),
      title: kind.title(view, { ...this.#sentences, ...facts }),
      ...defined({ ...subject, outcome: kind.outcome(view), from, to, cause }),
      ...defined({ durationMs, next }),
      ...(inferred !== undefined && { isInferred: true as const }),
      ...(kind.endsAttempt && cause !== undefined && { ends: cause }),
    }
  }

  /** Returns the messages and values of an entry. `end` is the entry that ends it, if it is an attempt. */
  detailsOf(entry: StoredJournalEntry, end?: StoredJournalEntry): StoryDetails {
    const own = entryKindOf(entry).details(entry)
    const ended = end ? { ...own, ...entryKindOf(end).details(end) } : own
    const last = end ?? entry
    const kind = entryKindOf(last)
    const view = viewEntry(last)
    const why = kind.why(view, { ...this.#sentences, ...this.#factsOf(last), ...ended })
    const behaviours = [...(entry.behaviours?.ids() ?? []), ...(end?.behaviours?.ids() ?? [])]
    return { why, ...ended, ...(behaviours.length > 0 && { behaviours }) }
  }

  #participant(role: StoryRole, entry: StoredJournalEntry): string | undefined {
    if (role === 'administrator') return this.#add(administrator)
    if (role === 'service') return service.id
    const webhook = role === 'receiver' ? webhookOf(entry) : this.#attemptOf(entry)?.webhook
    if (webhook !== undefined) {
      const name = (this.#sentences.urlOf(webhook) ?? `webhook ${webhook}`).replace(
        /^https?:\/\//,
        '',
      )
      return this.#add({ id: receiverId(webhook), role: 'receiver', name })
    }
    return role === 'client' ? this.#add(clientOf(entry, this.#factsOf(entry))) : undefined
  }

  #factsOf(entry: StoredJournalEntry): EntryFacts {
    const facts = entryKindOf(entry).facts(entry)
    const event = this.#attemptOf(entry)?.event
    return event === undefined ? facts : { ...facts, event }
  }

  #add(participant: StoryParticipant): string {
    if (!this.#participants.has(participant.id)) this.#participants.set(participant.id, participant)
    return participant.id
  }

  /** Returns the attempt that caused an entry; not one that only probably caused it. */
  #attemptOf({ cause }: StoredJournalEntry): AttemptEntry | undefined {
    const entry = cause === undefined ? undefined : this.#context.journal.find(cause)
    return entry?.kind === attemptKind.name ? (entry as object as AttemptEntry) : undefined
  }

  /**
   * Returns the attempt that probably led to a request without a cause: the only one that is under way to an endpoint in
   * another process. An endpoint in this process has the cause in its asynchronous context.
   */
  #inferredCause(entry: StoredJournalEntry, { test }: EntrySubject): number | undefined {
    if (!isRequest(entry) || entry.cause !== undefined || test !== undefined) return undefined
    const { journal, receivers, store } = this.#context
    const ended = new Set<number>()
    const open: number[] = []
    const before = journal
      .entriesAfter(entry.number - lookbackMax - 1, lookbackMax)
      .filter(({ number }) => number < entry.number)
    for (const each of before.toReversed()) {
      if (entryKindOf(each).endsAttempt) ended.add(each.cause ?? 0)
      if (each.kind !== attemptKind.name || ended.has(each.number)) continue
      const url = findWebhook(store, webhookOf(each) ?? '')?.url
      if (url !== undefined && !receivers.has(url)) open.push(each.number)
      if (open.length > 1) return undefined
    }
    return open[0]
  }
}

const webhookOf = (entry: StoredJournalEntry): string | undefined =>
  'webhook' in entry ? entry.webhook : undefined

function clientOf(entry: StoredJournalEntry, { client }: EntryFacts): StoryParticipant {
  if (isRequest(entry) && entry.test !== undefined) {
    return { id: `client:test ${entry.test}`, role: 'client', name: `test “${entry.test}”` }
  }
  const { id, name } = client ?? { id: 'unknown', name: 'a client' }
  return { id: `client:${id}`, role: 'client', name }
}
