/** What a run tells about an integration that uses the network or the time of the host. */
import { attributedTimers, watchHostUse } from '../../engine/clock/fake-timers/host-use.ts'
import { defined } from '../../engine/errors/defined.ts'
import type { RunOutcome } from './outcome.ts'

/** Performs a run. Each use is refused, or a timer of the host is named as the reason of a run that hangs. */
export async function watchRun(
  perform: () => Promise<RunOutcome>,
  isRefused = false,
): Promise<RunOutcome> {
  const { result, use } = isRefused
    ? await watchHostUse(perform)
    : await watchHostUse(perform, 'wait for the integration', attributedTimers)
  if (isRefused) return { ...result, ...defined({ hostUse: use?.message }) }
  if (!use) return result
  // Note: what waits for such a timer ends in real time, after the run.
  const hung = result.hung === undefined ? undefined : use.message
  return { ...result, ...defined({ hung }), hostTimer: use.message }
}
