/** Shrinks a failing schedule: removes deviations, then replaces each by a milder one, while it still fails the same way. */
import type { Deviation } from '../deviations/deviation.ts'
import { definitionOf, type Schedule } from '../run/schedule.ts'

/** Runs a schedule and returns whether it still fails in the same way. */
type StillFails = (schedule: Schedule) => Promise<boolean>

/** The number of runs that shrinking one schedule may take. */
const shrinkRunsMax = 50

export async function shrinkSchedule(
  schedule: Schedule,
  stillFails: StillFails,
): Promise<Schedule> {
  let runs = 0
  const check = async (candidate: Schedule): Promise<boolean> => {
    runs += 1
    return runs <= shrinkRunsMax && stillFails(candidate)
  }
  const removed = await withoutNeedless(schedule, check)
  return withMilder(removed, check)
}

/** Removes each deviation that is not needed, until none can be removed. */
async function withoutNeedless(schedule: Schedule, stillFails: StillFails): Promise<Schedule> {
  for (let i = 0; schedule.length > 1 && i < schedule.length; i += 1) {
    const candidate = schedule.filter((_, index) => index !== i)
    if (await stillFails(candidate)) return withoutNeedless(candidate, stillFails)
  }
  return schedule
}

async function withMilder(schedule: Schedule, stillFails: StillFails): Promise<Schedule> {
  for (const [i, deviation] of schedule.entries()) {
    const milder = milderOf(deviation)
    if (!milder) continue
    const candidate = schedule.map((each, index) => (index === i ? milder : each))
    if (await stillFails(candidate)) return withMilder(candidate, stillFails)
  }
  return schedule
}

const milderOf = (deviation: Deviation): Deviation | undefined => {
  const { milder } = definitionOf(deviation)
  return milder === undefined ? undefined : { ...deviation, name: milder }
}
