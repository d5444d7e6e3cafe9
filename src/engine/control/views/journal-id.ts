/** Identifies the entry numbers of a journal until it is cleared, also after a restart of the process. */
import type { EmulatorContext } from '../../emulator/context.ts'
import { realNowMs } from '../../clock/real-time-wakeup.ts'

const ids = new WeakMap<object, string>()

/** Returns an id without dots. Numbers of journals with different ids are not comparable. */
export function journalIdOf({ journal }: Pick<EmulatorContext, 'journal'>): string {
  const identity = journal.identity()
  let id = ids.get(identity)
  if (id === undefined) ids.set(identity, (id = newId()))
  return id
}

let count = 0

/** The real time makes the id unique across processes, the count within one. */
const newId = (): string => `${realNowMs()}-${(count += 1)}`
