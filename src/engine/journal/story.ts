/** What happened in an emulator, as data: the journal with messages, values and causes. */

/** The group of an entry. */
export type Track = 'requests' | 'changes' | 'events' | 'deliveries' | 'faults' | 'acts' | 'clock'

/** The outcome of an entry: it selects the colour and the sign of the entry in a story. */
export type Severity = 'plain' | 'ok' | 'refused' | 'failed' | 'fault'

/** Who takes part in an entry. */
export type StoryRole = 'administrator' | 'service' | 'receiver' | 'client'

/** A column of the sequence. */
export interface StoryParticipant {
  /** Unique in the story: `service`, or the role and an id, such as `receiver:3`. */
  readonly id: string
  /** What kind of participant it is. */
  readonly role: StoryRole
  /** What a person calls it: the URL of a webhook, the name of a test, the application of a token. */
  readonly name: string
}

/** A request or a response. */
export interface StoryMessage {
  /** The method of a request. */
  readonly method?: string
  /** The URL of a request. */
  readonly url?: string
  /** The status of a response. Absent if there was none. */
  readonly status?: number
  /** The headers by their names in lower case, without tokens, signatures and cookies. */
  readonly headers: Readonly<Record<string, string>>
  /** The text of the body, without secrets. Absent without a body. */
  readonly body?: string
  /** The bytes of a longer body after its first 64 KB. */
  readonly bodyBytesOmitted?: number
  /** Whether the journal dropped the body, because newer bodies fill its limit. */
  readonly isBodyDropped?: true
}

/** A field of a changed record. */
export interface StoryField {
  /** The name of the field. */
  readonly name: string
  /** The value before the change. Absent for a created record. */
  readonly before?: unknown
  /** The value after the change. Absent for a deleted record. */
  readonly after?: unknown
}

/** What follows an attempt to deliver a notification. */
export interface StoryNext {
  /** The time of the next attempt, in ISO 8601. */
  readonly at?: string
  /** Why there is no further attempt. */
  readonly reason?: string
}

/** What a sequence shows of a journal entry. */
export interface StoryEntry {
  /** The number of the journal entry. */
  readonly number: number
  /** The time on the emulator's clock, in ISO 8601. */
  readonly at: string
  /** The kind of the journal entry. */
  readonly kind: string
  /** The group of the kind. */
  readonly track: Track
  /** How good the outcome is. */
  readonly severity: Severity
  /** What happened, in a few words: `GET /users/3`. */
  readonly title: string
  /** How it ended, in a word: `503`, `no answer`, `refused`. Absent if it has no outcome. */
  readonly outcome?: string
  /** The id of the participant that it starts from. */
  readonly from?: string
  /** The id of the participant that it goes to. Without it, the entry happens at `from`. */
  readonly to?: string
  /** The number of the entry that caused this one. */
  readonly cause?: number
  /** Whether the cause is only probable: the request arrived while one attempt was under way. */
  readonly isInferred?: true
  /** The number of the attempt that this entry ends. */
  readonly ends?: number
  /** The name of the test that led to a request. */
  readonly test?: string
  /** The id of the webhook of a delivery. */
  readonly webhook?: string
  /** The id of the notification of a delivery. */
  readonly notification?: string
  /** The number of an attempt, from 1. Only for the entry that starts it. */
  readonly attempt?: number
  /** The resource of a changed record. */
  readonly table?: string
  /** The id of a changed record. */
  readonly record?: string | number
  /** The operation of a request. */
  readonly operation?: string
  /** The event of a delivery. */
  readonly event?: string
  /** The time on the emulator's clock until the end, in milliseconds. Absent if it is 0. */
  readonly durationMs?: number
  /** What follows an attempt. */
  readonly next?: StoryNext
}

/** The messages and values of an entry. */
export interface StoryDetails {
  /** One sentence: what came of the entry, and why. */
  readonly why: string
  /** The request of a call or of an attempt. */
  readonly request?: StoryMessage
  /** The response to it. */
  readonly response?: StoryMessage
  /** The changed fields of a record, or the input of an act. */
  readonly fields?: readonly StoryField[]
  /** The ids of the behaviours of the service that the entry relied on. */
  readonly behaviours?: readonly string[]
  /** The place in the user's code that sent the request: `file:line`. Not in the journal. */
  readonly place?: string
  /** The real time until the response, in milliseconds. Not in the journal. */
  readonly realMs?: number
}

/** A behaviour of the service. */
export interface StoryBehaviour {
  /** What the service does. */
  readonly summary: string
  /** Why it is assumed; absent for a behaviour that is stated. */
  readonly reason?: string
}

/** A fault rule or an outage. */
export interface StoryFault {
  /** The id of the fault rule. */
  readonly id: string
  /** What it does: `503`, `no answer`. */
  readonly label: string
  /** The ids of the participants that it hits. */
  readonly participants: readonly string[]
  /** Its start, in ISO 8601. */
  readonly from: string
  /** Its end, in ISO 8601. Without it, the fault lasts to the end of the story. */
  readonly until?: string
}

/** A task that is due after the story. */
export interface StoryTask {
  /** The time at which it is due, in ISO 8601. */
  readonly at: string
  /** What is due. */
  readonly title: string
  /** The participant that it concerns. */
  readonly participant?: string
}

/** An entry with what leads to it and what follows from it. */
export interface StoryEntryView extends Pick<Story, 'behaviours' | 'participants' | 'baseUrl'> {
  readonly entry: StoryEntry & StoryDetails
  /** The chain of causes, the first cause first. */
  readonly causes: readonly StoryEntry[]
  /** The entries that this entry caused; a change with its fields. */
  readonly effects: readonly (StoryEntry & Pick<StoryDetails, 'fields'>)[]
}

/** What happened in an emulator. `storyToHTML` shows it as a page. */
export interface Story {
  /** The version of this form. */
  readonly version: 1
  /** The name of the test or the scenario. */
  readonly title?: string
  /** The time on the emulator's clock at the end, in ISO 8601. */
  readonly now: string
  /** The base URL of the service. */
  readonly baseUrl: string
  /** The columns of the sequence, from left to right. */
  readonly participants: readonly StoryParticipant[]
  /** The entries, oldest first. */
  readonly entries: readonly (StoryEntry & StoryDetails)[]
  /** The behaviours that the entries name, by id. */
  readonly behaviours: Readonly<Record<string, StoryBehaviour>>
  /** The fault rules and outages. */
  readonly faults: readonly StoryFault[]
  /** The tasks that are due after the story, soonest first. */
  readonly pending: readonly StoryTask[]
  /** The number of entries and of bodies that the journal dropped. */
  readonly dropped: { readonly entries: number; readonly bodies: number }
}
