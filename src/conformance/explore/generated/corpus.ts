/** The corpus of generated scenarios: replay texts that an exploration starts from, and leaves for the next one. */
import { EmulatorError } from '../../../engine/errors/errors.ts'
import { parseSchedule } from '../../run/schedule.ts'
import { isOwnSequence, type Shard } from '../shard.ts'
import { signatureOf } from './connected-sequences.ts'
import { isPause, isSynchronization, type PlannedAct } from './planned-act.ts'
import { formatSequence, parseReplay, type Sequence } from './sequence.ts'
import type { SequenceSchedule } from './shrink-sequence.ts'

/** The number of acts of a sequence that change the service. */
export const actCountOf = (sequence: Sequence): number =>
  sequence.filter((act) => !isPause(act) && !isSynchronization(act)).length

/** Sequences with fewer acts are not chosen by chance: the next exploration runs them anyway. */
const keptActsMin = 3

export class Corpus {
  readonly #texts = new Set<string>()
  readonly #signatures = new Set<string>()

  /** Keeps a schedule that still applies. */
  keep(text: string): void {
    this.#texts.add(text)
  }

  /** Keeps a long sequence if no other one has the same acts. */
  note(sequence: Sequence): void {
    const signature = signatureOf(sequence)
    if (actCountOf(sequence) < keptActsMin || this.#signatures.has(signature)) return
    this.#signatures.add(signature)
    this.keep(formatSequence(sequence))
  }

  /** The replay texts of what was kept, and of failures. */
  textsWith(failures: readonly string[]): readonly string[] {
    return [...new Set([...failures, ...this.#texts])]
  }
}

/** Parses the texts of a shard. One that names an act or a deviation that does not exist any more is left out. */
export const parseCorpus = (
  texts: readonly string[],
  permitted: readonly PlannedAct[],
  shard: Shard | undefined,
): readonly (SequenceSchedule & { readonly text: string })[] =>
  texts.flatMap((text) => {
    try {
      const { sequence, schedule } = parseReplay(text, permitted)
      if (!isOwnSequence(shard, formatSequence(sequence))) return []
      return [{ text, sequence, schedule: parseSchedule(schedule) }]
    } catch (error) {
      if (error instanceof EmulatorError) return []
      throw error
    }
  })
