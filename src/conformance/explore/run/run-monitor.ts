/** Watches the runs of an exploration from outside, so that a run that ends its process has a verdict. */
import type { History } from '../history.ts'
import type { RunOutcome } from '../outcome.ts'
import type { RunEnd } from './run-end.ts'

export interface RunMonitor {
  /**
   * Called before each run. Returns how this run ended its process when it was performed before; undefined for
   * a run to perform.
   */
  start(history: History): RunEnd | undefined
}

/** The outcome of a run that ended its process. */
export const endedOutcome = ({ reason, message }: RunEnd): RunOutcome => ({
  startMs: 0,
  points: [],
  acts: [],
  lostRights: [],
  order: [],
  entries: () => [],
  isKnown: false,
  stepsOfDeliveries: [],
  stepCount: 0,
  independent: undefined,
  isApplicable: true,
  unreached: [],
  isUnplayable: false,
  rows: { names: [], get: () => undefined },
  problems: [],
  problemsBefore: [],
  callCount: 0,
  earlyCallCount: 0,
  hasLoss: false,
  stateChanged: false,
  movesTime: false,
  transcript: () => `${message}\n`,
  [reason]: message,
})
