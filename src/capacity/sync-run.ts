/** Runs a synchronization once, on a new emulator with data of one size. */
import { contextOf, createEmulator } from '../emulator/emulator.ts'
import type { EmulatorContext } from '../emulator/context.ts'
import type { Usage } from '../kit/usage/usage.ts'
import { EmulatorError, textOf } from '../machine/errors.ts'
import { dayMs } from '../machine/time/duration.ts'
import type { GiveUpReason } from '../machine/work-runner.ts'
import type { Connect, Integration } from '../scenarios/integration.ts'
import { IntegrationHost } from '../scenarios/integration-host.ts'
import type { RateLimit } from '../serve/rate-limiter.ts'
import type { Latency } from '../serve/latency.ts'
import type { CapacitySettings } from './capacity-options.ts'
import { assertAccepted, countUnrepeated, retryAdvice, runAction } from './accepted-calls.ts'
import { readTrace, type TracedCall } from './trace.ts'

export interface SyncRunOptions {
  readonly connect: Connect | Integration
  readonly settings: CapacitySettings
  readonly size: number
  /** Why the run is made, for `progress`. */
  readonly reason: string
  readonly latency: Latency
  readonly rateLimit: RateLimit
  /** Whether to keep every call. */
  readonly traced: boolean
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
}

/** The longest time on the clock that a synchronization may take. */
const syncMsMax = 3_660 * dayMs

/** A synchronization that lets the clock jump more often for each record has no end. */
const jumpsPerRecord = 100

/** The secret of the integration's webhook. No event is delivered. */
const secret = 'whsec_Y2FwYWNpdHktb2YtYW4taW50ZWdyYXRpb24='

/** @throws EmulatorError if the synchronization throws, does not end, gets no accepted answer or ends after a 429 */
export async function runSync(options: SyncRunOptions): Promise<SyncRun> {
  const { settings, size, latency, rateLimit, connect, traced } = options
  settings.progress(size, options.reason)
  const emulator = createEmulator({
    world: 'empty',
    ...settings.emulator,
    rateLimit,
    latency,
    ...(traced && { journalEntriesMax: Infinity }),
  })
  const context = contextOf(emulator)
  await settings.given(emulator, size)
  const before = emulator.usage()
  const after = context.journal.lastNumber()
  const startMs = context.now()
  const host = new IntegrationHost({ emulator, connect, secret })
  await runToEnd(context, size, async () => {
    const integration = await host.integration()
    await syncOf(settings, integration)({ emulator, integration })
  })
  const durationMs = context.now() - startMs
  const usage = emulator.usage()
  assertAccepted(context, usage, size)
  const unrepeated = countUnrepeated(context, usage, size)
  const trace = traced ? readTrace(context, after, latency) : []
  await host.stop()
  emulator.close()
  return {
    size,
    startMs,
    calls: usage.calls - before.calls,
    durationMs,
    trace,
    usage,
    unrepeated,
  }
}

function syncOf({ sync }: CapacitySettings, integration: Integration) {
  if (sync) return sync
  if (integration.resync) return () => integration.resync?.()
  throw new EmulatorError('no_sync', {
    action: 'measure the synchronization',
    reason: 'the integration has no `resync`',
    advice: 'Return `resync` from `connect`, or give the option `sync`.',
  })
}

async function runToEnd(
  { clock }: EmulatorContext,
  size: number,
  work: () => Promise<void>,
): Promise<void> {
  const action = runAction(size)
  const giveUp = (reason: GiveUpReason): Error =>
    new EmulatorError('unsettled_sync', {
      action,
      reason:
        reason === 'nothing-due'
          ? 'it does not end, and nothing on the clock of the emulator is due'
          : 'it continues without an end on the clock of the emulator',
      advice: 'Use the `fetch`, `now` and `sleep` of the connection, and resolve when all is read.',
    })
  try {
    await clock.run(work, { limitMs: syncMsMax, jumpsMax: jumpsPerRecord * (size + 100), giveUp })
  } catch (error) {
    if (error instanceof EmulatorError) throw error
    throw new EmulatorError('failed_sync', {
      action,
      reason: `it threw ${textOf(error)}`,
      advice: retryAdvice,
      cause: error,
    })
  }
}
