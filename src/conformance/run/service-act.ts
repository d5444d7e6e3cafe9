/** Acts that change the service in a run, as data. */
import { Problem } from '../../engine/define/problems.ts'
import type { RowValues } from '../../engine/define/tx.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { performAct } from '../../engine/emulator/methods/acts.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'

/** An act that changes the service, as data. */
export interface ServiceAct {
  /** The id of the act. */
  readonly act: string
  readonly input: RowValues
}

/** The resources that no administrator changes for an integration: those of its own connection. */
export const ownResources: ReadonlySet<string> = new Set([
  'api_keys',
  'webhooks',
  'webhook_notifications',
])

/** An act with the number of the step in which it happened. The final synchronization is the last step. */
export interface PlacedAct extends ServiceAct {
  readonly step: number
}

/** The number of acts that are tried until the service accepts one. */
const attemptsMax = 3

/** Performs the first act that the service accepts, and returns it; undefined if it refuses all. */
export function performFirst(
  context: EmulatorContext,
  acts: readonly ServiceAct[],
): ServiceAct | undefined {
  return acts.slice(0, attemptsMax).find((each) => isPerformed(context, each))
}

function isPerformed(context: EmulatorContext, { act, input }: ServiceAct): boolean {
  try {
    context.journal.withCause(undefined, () => performAct(context, act, input))
    return true
  } catch (error) {
    if (error instanceof Problem || error instanceof EmulatorError) return false
    throw error
  }
}
