/** The reactions to a 429 that a prediction tries. */
import type { RateLimit } from '../../engine/serve/rate-limiter.ts'
import type { CapacityModel, ModelReaction, SimulatedService } from './capacity-model.ts'
import type { SyncRun } from './sync-run.ts'

/** The reactions to try: both kinds of parallelism, and a longer wait if the low limit shows one. */
export function reactionsOf(
  model: CapacityModel,
  strict: { readonly run: SyncRun; readonly rateLimit: RateLimit } | undefined,
  serviceOf: (rateLimit: RateLimit) => SimulatedService,
): ModelReaction[] {
  const reactions: ModelReaction[] = [
    { parallelism: 'pool', extraWaitMs: 0 },
    { parallelism: 'batches', extraWaitMs: 0 },
  ]
  if (!strict) return reactions
  const { run, rateLimit } = strict
  const [{ refused, durationMs }] = [
    model.simulate(run.size, serviceOf(rateLimit), reactions[0] as ModelReaction),
  ]
  const extraWaitMs = (run.durationMs - durationMs) / refused
  const isWait = refused > 0 && Number.isInteger(extraWaitMs) && extraWaitMs > 0
  return isWait ? [...reactions, { parallelism: 'pool', extraWaitMs }] : reactions
}
