/** What a run recorded, as its outcome shows it. */
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { throwSiteIn } from '../../engine/journal/call-site.ts'
import { runStory, runTranscript } from '../report/run-evidence.ts'
import type { RunOutcome } from './outcome.ts'
import { toldValues } from './told-values.ts'
import type { UnhandledError } from './unhandled-errors.ts'

/** The numbers of the last entries before parts of a run. */
interface RunParts {
  /** Before the integration starts. */
  readonly start: number
  /** Before the first step. */
  readonly first: number
  /** Before the final synchronization. */
  readonly last: number
}

type RecordedRun = Pick<
  RunOutcome,
  | 'throwSite'
  | 'eventNames'
  | 'toldValues'
  | 'world'
  | 'transcript'
  | 'story'
  | 'allEntries'
  | 'entries'
>

export const recordedRun = (
  emulator: Emulator,
  unhandled: UnhandledError | undefined,
  { start, first, last }: RunParts,
): RecordedRun => ({
  throwSite: () => throwSiteOf(contextOf(emulator).receiverErrors[0]?.error),
  eventNames: new Set(
    contextOf(emulator)
      .journal.entries()
      .flatMap((entry) =>
        entry.kind === 'attempt' && entry.number > first && entry.number <= last
          ? [entry.event]
          : [],
      ),
  ),
  toldValues: () => toldValues(contextOf(emulator), first),
  world: () => emulator.fork(),
  transcript: () => [runTranscript(emulator, first), ...stackOf(unhandled), ''].join('\n'),
  story: () => runStory(emulator, first),
  allEntries: () => emulator.journal().filter(({ number }) => number > start),
  entries: () => emulator.journal().filter(({ number }) => number > first),
})

const throwSiteOf = (error: unknown): string | undefined =>
  error instanceof Error ? throwSiteIn(error.stack ?? '') : undefined

/** The stack of an exception, as lines below the transcript. The stack of a rejection may name no place of the user. */
const stackOf = ({ error }: Partial<UnhandledError> = {}): readonly string[] =>
  error instanceof Error && error.stack !== undefined ? ['', error.stack] : []
