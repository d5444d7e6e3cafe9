/** The kinds of entries that the journal holds, each with what it tells of. */

export const journalKinds = {
  request: 'a call to the API, and how it was answered',
  change: 'what became of a record',
  event: 'what was announced',
  attempt: 'a delivery that began',
  answer: 'what a receiver said',
  'no answer': 'a receiver that said nothing in time',
  'late answer': 'what a receiver said when nobody listened any more',
  drop: 'an event that a webhook was not told of',
  fault: 'what a fault did to a request or a delivery',
  outage: 'a span without service that was set',
  act: 'what an administrator did',
  date: 'a day that began, with what it brought',
  clock: 'a move of the clock',
  flags: 'feature flags that were switched',
  scopes: 'a token that was given other scopes',
  restore: 'a return to a snapshot',
  step: 'what a scenario does next',
} as const

/** The kind of a journal entry. */
export type JournalKind = keyof typeof journalKinds
