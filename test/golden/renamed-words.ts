/**
 * Maps the names of today to the names under which the golden journals were recorded. A rename adds one
 * line here; the hashes stay as they are.
 */

export interface RenamedWords {
  /** Keys of journal entries, records and answers: new name to recorded name. */
  readonly keys: Readonly<Record<string, string>>
  /** Keys of journal entries alone, at the top level: new name to recorded name. */
  readonly entryKeys: Readonly<Record<string, string>>
  /** Kinds of journal entries: new name to recorded name. */
  readonly kinds: Readonly<Record<string, string>>
  /** Codes of errors: new code to recorded code. */
  readonly codes: Readonly<Record<string, string>>
  /** Replacements in each canonical line, applied last. */
  readonly texts: readonly (readonly [now: RegExp, recorded: string])[]
}

/** The kinds of pending tasks: new name to recorded name. */
const taskKinds: Readonly<Record<string, string>> = {
  attempt: 'begin',
  'attempt timeout': 'give up',
  'attempt response': 'answer',
  'start queued': 'deliver',
}

/** Replaces the kinds of pending tasks, which have no key after `kind`. Journal entries have more keys. */
const taskKindTexts = Object.entries(taskKinds).map(
  ([now, recorded]) => [new RegExp(`"kind":"${now}"}`, 'g'), `"kind":"${recorded}"}`] as const,
)

export const renamedWords: RenamedWords = {
  keys: {},
  entryKeys: {
    reason: 'because',
    target: 'struck',
    effect: 'with',
    summary: 'says',
    removed: 'taken',
    added: 'given',
    change: 'what',
  },
  kinds: {},
  codes: { bad_time: 'bad_moment' },
  texts: taskKindTexts,
}
