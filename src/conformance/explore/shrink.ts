/** Shrinks a failing history: removes deviations, then replaces each by a milder one, while it still fails the same way. */
import { definitionOf, type Deviation, type History } from '../run/schedule.ts'

/** Runs a history and returns whether it still fails in the same way. */
type StillFails = (history: History) => Promise<boolean>

/** The number of runs that shrinking one history may take. */
const shrinkRunsMax = 50

export async function shrinkHistory(history: History, stillFails: StillFails): Promise<History> {
  let runs = 0
  const check = async (candidate: History): Promise<boolean> => {
    runs += 1
    return runs <= shrinkRunsMax && stillFails(candidate)
  }
  const removed = await withoutNeedless(history, check)
  return withMilder(removed, check)
}

/** Removes each deviation that is not needed, until none can be removed. */
async function withoutNeedless(history: History, stillFails: StillFails): Promise<History> {
  for (let i = 0; history.length > 1 && i < history.length; i += 1) {
    const candidate = history.filter((_, index) => index !== i)
    if (await stillFails(candidate)) return withoutNeedless(candidate, stillFails)
  }
  return history
}

async function withMilder(history: History, stillFails: StillFails): Promise<History> {
  for (const [i, deviation] of history.entries()) {
    const milder = milderOf(deviation)
    if (!milder) continue
    const candidate = history.map((each, index) => (index === i ? milder : each))
    if (await stillFails(candidate)) return withMilder(candidate, stillFails)
  }
  return history
}

const milderOf = (deviation: Deviation): Deviation | undefined => {
  const { milder } = definitionOf(deviation)
  return milder === undefined ? undefined : { ...deviation, name: milder }
}
