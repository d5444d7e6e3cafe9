/** Runs a synchronization once, on a new emulator with data of one size. */
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Usage } from '../../engine/kit/usage/usage.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { Connect, Integration } from '../scenario/integration.ts'
import { IntegrationHost } from '../scenario/integration-host.ts'
import type { CapacitySettings } from './capacity-options.ts'
import {
  assertAccepted,
  countUnrepeated,
  retryAdvice,
  syncAction,
  unfinishedLists,
} from './accepted-calls.ts'
import { type RunErrors, runToEnd } from './run-to-end.ts'
import { createSizedEmulator, type SizedEmulatorOptions } from './sized-emulator.ts'
import { readTrace, type TracedCall } from './trace.ts'

interface SyncRunOptions extends SizedEmulatorOptions {
  readonly connect: Connect | Integration
  /** Why the run is made, for `progress`. */
  readonly reason: string
}

/** What one run cost. */
export interface SyncRun {
  readonly size: number
  readonly startMs: number
  /** The calls, with those that were answered with 429. */
  readonly calls: number
  readonly durationMs: number
  /** The accepted calls; empty if the run is not traced. */
  readonly trace: readonly TracedCall[]
  readonly usage: Usage
  /** The calls that were answered with 429 and not repeated. */
  readonly unrepeated: number
  /** The operations whose last answered page has a next page. */
  readonly unfinished: readonly string[]
}

/** The secret of the integration's webhook. No event is delivered. */
const secret = 'whsec_Y2FwYWNpdHktb2YtYW4taW50ZWdyYXRpb24='

/** @throws EmulatorError if the synchronization throws, does not end, gets no accepted answer or ends after a 429 */
export async function runSync(options: SyncRunOptions): Promise<SyncRun> {
  const { settings, size, latency, connect, traced } = options
  settings.progress(size, options.reason)
  const emulator = await createSizedEmulator(options)
  const context = contextOf(emulator)
  const after = context.journal.lastNumber()
  const startMs = context.now()
  const host = new IntegrationHost({ emulator, connect, secret })
  await runToEnd(context, size, syncErrors(size), async () => {
    const integration = await host.integration()
    await syncOf(settings, integration)({ emulator, integration })
  })
  const durationMs = context.now() - startMs
  const usage = emulator.usage()
  assertAccepted(context, usage, size)
  const unrepeated = countUnrepeated(context, usage, size)
  const unfinished = unfinishedLists(context)
  const trace = traced ? readTrace(context, after, latency) : []
  await host.stop()
  emulator.close()
  return {
    size,
    startMs,
    calls: usage.calls,
    durationMs,
    trace,
    usage,
    unrepeated,
    unfinished,
  }
}

const syncErrors = (size: number): RunErrors => ({
  code: 'sync',
  action: syncAction(size),
  subject: 'it',
  endAdvice: 'Use the `fetch`, `now` and `sleep` of the connection, and resolve when all is read.',
  throwAdvice: retryAdvice,
})

function syncOf({ sync }: CapacitySettings, integration: Integration) {
  if (sync) return sync
  if (integration.resync) return () => integration.resync?.()
  throw new EmulatorError('no_sync', {
    action: 'measure the synchronization',
    reason: 'the integration has no `resync`',
    advice: 'Return `resync` from `connect`, or give the option `sync`.',
  })
}
