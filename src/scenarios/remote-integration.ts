/** An integration that is another process: told over the network, watched by the calls that it makes. */
import { EmulatorError } from '../machine/errors.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import type { Integration } from './scenario-run.ts'

/** Without a call for this long, an integration is taken to have come to rest. */
export const idleAfterMs = 300

/** So long is it waited for, and no longer. */
const idleWaitMaxMs = 30_000

/** `resync` is posted to when a scenario wants the integration to read everything. */
export function remoteIntegration(resync: string | undefined): Integration {
  if (resync === undefined) return {}
  return {
    async resync() {
      const response = await fetch(resync, { method: 'POST' }).catch(() => undefined)
      if (response?.ok) return
      throw new EmulatorError('resync_failed', {
        action: `ask ${resync} to read everything`,
        reason: response ? `it answered ${response.status}` : 'nobody answers there',
        advice: 'Start the integration first.',
      })
    },
  }
}

/** Resolves when no call has come for a while: what another process does cannot be seen otherwise. */
export async function waitUntilIdle(emulator: Emulator): Promise<void> {
  for (let waitedMs = 0; waitedMs < idleWaitMaxMs; waitedMs += idleAfterMs) {
    const after = emulator.journal.at(-1)?.number ?? 0
    await new Promise((resolve) => setTimeout(resolve, idleAfterMs))
    if (emulator.entries({ kind: 'request', after }).length === 0) return
  }
}
