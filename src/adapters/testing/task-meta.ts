/** What one test relied on, as it goes from the worker that ran the test to the reporter. */
import { allBehaviours } from '../../define/behaviours.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'

export interface Reliances {
  readonly documented: readonly string[]
  readonly reference: readonly string[]
  /** What each assumption says, by its id. */
  readonly assumed: Readonly<Record<string, string>>
}

/** The place in a task's `meta`, which vitest hands over as plain data. */
const place = 'courseAdminEmulator'

export function handOver(emulator: Emulator, meta: object): void {
  const { documented, reference, assumed } = emulator.bill()
  const says = allBehaviours()
    .filter(({ id }) => assumed.includes(id))
    .map((each) => [each.id, each.says])
  const relied: Reliances = { documented, reference, assumed: Object.fromEntries(says) }
  Object.assign(meta, { [place]: relied })
}

export const reliancesIn = (meta: object): Reliances | undefined =>
  (meta as Readonly<Record<string, Reliances | undefined>>)[place]
