/** An integration in another process. It is reached over HTTP and observed by the calls that it makes. */
import { EmulatorError } from '../engine/errors/errors.ts'
import type { Emulator } from '../engine/emulator/emulator-api.ts'
import type { Integration } from '../conformance/scenario/integration.ts'

/** An integration is idle after this time without a call, in milliseconds of real time. */
export const idleAfterMs = 300

/** The longest wait for an integration to become idle, in milliseconds of real time. */
const idleWaitMaxMs = 30_000

/** Creates the integration of a process. A POST to the `resync` URL starts a full synchronization. */
export function remoteIntegration(resync: string | undefined): Integration {
  if (resync === undefined) return {}
  return {
    async resync() {
      const response = await fetch(resync, { method: 'POST' }).catch(() => undefined)
      if (response?.ok) return
      throw new EmulatorError('resync_failed', {
        action: `start a full synchronization at ${resync}`,
        reason: response ? `the integration answered ${response.status}` : 'no server answers',
        advice: response
          ? 'Check the address of --resync, and the error that the integration prints.'
          : 'Start the integration first.',
      })
    },
  }
}

/** Resolves after a period without calls, which is all that the emulator sees of another process. */
export async function waitUntilIdle(emulator: Emulator): Promise<void> {
  for (let waitedMs = 0; waitedMs < idleWaitMaxMs; waitedMs += idleAfterMs) {
    const after = emulator.journal().at(-1)?.number ?? 0
    await new Promise((resolve) => setTimeout(resolve, idleAfterMs))
    if (emulator.journal({ kind: 'request', after }).length === 0) return
  }
}
