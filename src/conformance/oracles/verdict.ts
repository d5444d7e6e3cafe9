/** The verdicts about a schedule: each has one declaration here, from which texts and reports follow. */

/** The verdict about a schedule. */
export type Verdict =
  | 'converged'
  | 'recovered'
  | 'reported'
  | 'diverged'
  | 'lost'
  | 'stale'
  | 'missing'
  | 'unstable'
  | 'hung'
  | 'failed'
  | 'inconclusive'

interface VerdictDefinition {
  /** The letter in a matrix as text. */
  readonly letter: string
  /** The predicate of a sentence about a run. */
  readonly predicate: string
  /** What the verdict says about the run, as a sentence. */
  readonly meaning: string
  /** `ok` and `note` are accepted by default. */
  readonly severity: 'ok' | 'note' | 'bad' | 'none'
  /** Whether the run has an ending that was compared. */
  readonly hasEnding: boolean
}

/** What each verdict means, from good to bad. */
export const verdictTable: Readonly<Record<Verdict, VerdictDefinition>> = {
  converged: {
    letter: '.',
    predicate: 'converges',
    meaning: 'The run ends like the baseline run.',
    severity: 'ok',
    hasEnding: true,
  },
  recovered: {
    letter: 'r',
    predicate: 'recovers',
    meaning:
      'A notification was lost for good, or a process crashed; the synchronization repaired it.',
    severity: 'note',
    hasEnding: true,
  },
  reported: {
    letter: 'p',
    predicate: 'ends differently and reports a problem',
    meaning: 'The run ends differently, and the integration reports a new problem.',
    severity: 'note',
    hasEnding: true,
  },
  diverged: {
    letter: 'D',
    predicate: 'diverges',
    meaning:
      'The run ends differently, or needs a synchronization without an excuse, and reports nothing.',
    severity: 'bad',
    hasEnding: true,
  },
  lost: {
    letter: 'L',
    predicate: 'loses an event',
    meaning: 'A notification was answered with a 2xx and then lost with the process.',
    severity: 'bad',
    hasEnding: true,
  },
  stale: {
    letter: 'S',
    predicate: 'is stale',
    meaning: 'The run ends with a value of an earlier step; a fresh start has another one.',
    severity: 'bad',
    hasEnding: true,
  },
  missing: {
    letter: 'M',
    predicate: 'misses a value',
    meaning: 'A fresh start has a record or a value that the run has not.',
    severity: 'bad',
    hasEnding: true,
  },
  unstable: {
    letter: 'U',
    predicate: 'is unstable',
    meaning: 'The third synchronization in a row still changes the state or the service.',
    severity: 'bad',
    hasEnding: true,
  },
  hung: {
    letter: 'H',
    predicate: 'hangs',
    meaning:
      'The integration is not idle within seven days on the clock, or a promise never settles.',
    severity: 'bad',
    hasEnding: false,
  },
  failed: {
    letter: 'F',
    predicate: 'fails',
    meaning: '`expect` threw, an error or a rejection was not handled, or the process ended.',
    severity: 'bad',
    hasEnding: false,
  },
  inconclusive: {
    letter: '?',
    predicate: 'is inconclusive',
    meaning: 'Nothing was compared, a repetition ended differently, or no schedule could be run.',
    severity: 'none',
    hasEnding: false,
  },
}

/** The verdicts, from good to bad. */
export const verdicts = Object.keys(verdictTable) as readonly Verdict[]

/** The verdicts that do not fail by default. */
export const acceptedVerdicts: readonly Verdict[] = verdicts.filter((verdict) =>
  ['ok', 'note'].includes(verdictTable[verdict].severity),
)
