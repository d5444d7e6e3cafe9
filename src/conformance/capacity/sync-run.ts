/** Runs a synchronization once, on a new emulator with data of one size. */
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Usage } from '../../engine/kit/usage/usage.ts'
import { macrotask } from '../../engine/clock/idle-tracker.ts'
import { watchHostUse } from '../../engine/clock/fake-timers/host-use.ts'
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
import { assertNotCanceled, type RunErrors, runWithinLimits, WindowPassed } from './bounded-run.ts'
import type { SyncCost } from './capacity.ts'
import { createSizedEmulator } from './sized-emulator.ts'

/** A run that ended. */
export interface SyncRun {
  readonly size: number
  readonly cost: SyncCost
  /** The accepted calls until the end of the window, or until the end of a shorter run. */
  readonly callsInWindow: number
  /** The records that were created for one of the size, at least 1. */
  readonly recordsPerSize: number
  /** The records that `given` created; undefined without it. */
  readonly givenRecords: number | undefined
  readonly usage: Usage
  /** The calls that were answered with 429 and not repeated. */
  readonly unrepeated: number
  /** The operations whose last answered page has a next page. */
  readonly unfinished: readonly string[]
}

/** A run that was stopped at the end of the window. */
export interface StoppedRun extends Pick<SyncRun, 'size' | 'callsInWindow'> {
  readonly usage?: undefined
}

export interface SyncRunOptions {
  readonly connect: Connect | Integration
  readonly settings: CapacitySettings
  readonly size: number
  /** Why the run is made, for `progress`. */
  readonly reason: string
}

/** The secret of the integration's webhook. No event is delivered. */
const secret = 'whsec_Y2FwYWNpdHktb2YtYW4taW50ZWdyYXRpb24='

/** Runs a synchronization to its end. @throws EmulatorError if it fails, does not end or gets no accepted answer */
export const runSync = (options: SyncRunOptions): Promise<SyncRun> =>
  perform(options) as Promise<SyncRun>

/** Runs a synchronization to its end or to the end of the window. @throws EmulatorError as `runSync` does */
export const runUntilWindowEnds = (options: SyncRunOptions): Promise<SyncRun | StoppedRun> =>
  perform(options, options.settings.windowMs)

async function perform(
  { connect, settings, size, reason }: SyncRunOptions,
  windowMs?: number,
): Promise<SyncRun | StoppedRun> {
  const { signal } = settings
  assertNotCanceled(signal, size)
  settings.progress(size, reason)
  const { emulator, ...created } = await createSizedEmulator(settings, size)
  const context = contextOf(emulator)
  const startMs = context.now()
  const open = { calls: 0, sleeps: 0 }
  const host = new IntegrationHost({ emulator, connect: yielding(connect, open), secret })
  let callsInWindow: number | undefined
  const countWindow = (): void => {
    if (callsInWindow !== undefined || context.now() - startMs <= settings.windowMs) return
    // Note: the call after the end of the window is counted already.
    callsInWindow = acceptedCalls(emulator.usage()) - 1
  }
  const errors = syncErrors(size)
  try {
    const limits = { emulator, size, errors, signal, windowMs, onCall: countWindow }
    const { use } = await watchHostUse(
      () =>
        runWithinLimits(limits, async () => {
          const integration = await host.integration()
          await syncOf(settings, integration)({ emulator, integration })
          // Note: a worker that sleeps beside the synchronization is one, whatever the size.
          const hasSleepForEach = open.sleeps > 1 && open.sleeps * 2 > size
          if (open.calls > 0 || hasSleepForEach) throw unawaitedError(errors, open)
        }),
      errors.action,
      ['fetch'],
    )
    if (use) throw use
    const usage = emulator.usage()
    assertAccepted(context, usage, size)
    const unrepeated = countUnrepeated(context, usage, size)
    await host.stop()
    return {
      size,
      cost: costOf(usage, context.now() - startMs),
      callsInWindow: callsInWindow ?? acceptedCalls(usage),
      ...created,
      usage,
      unrepeated,
      unfinished: unfinishedLists(context),
    }
  } catch (error) {
    void host.stop().catch(() => undefined)
    if (!(error instanceof WindowPassed)) throw error
    return { size, callsInWindow: callsInWindow ?? acceptedCalls(emulator.usage()) }
  } finally {
    host.cutOff()
    emulator.close()
  }
}

const acceptedCalls = ({ calls, rateLimit: { refused } }: Usage): number => calls - refused

const costOf = ({ calls, rateLimit, operations }: Usage, durationMs: number): SyncCost => ({
  calls,
  refused: rateLimit.refused,
  waitedMs: rateLimit.waitedMs,
  durationMs,
  perOperation: operations
    .map(({ operation, calls: all, statuses }) => ({
      operation,
      calls: all - (statuses['429'] ?? 0),
    }))
    .sort((a, b) => b.calls - a.calls),
})

/** Whether an error says that the synchronization fails at a size. */
export const isSyncFailure = (error: unknown): error is EmulatorError =>
  error instanceof EmulatorError && ['failed_sync', 'unsettled_sync'].includes(error.code)

const syncErrors = (size: number): RunErrors => ({
  code: 'sync',
  action: syncAction(size),
  subject: 'it',
  endAdvice: 'Use the `fetch`, `now` and `sleep` of the connection, and resolve when all is read.',
  throwAdvice: (isLimited) => (isLimited ? retryAdvice : 'Repair the synchronization.'),
})

const unawaitedError = (
  { code, action, subject, endAdvice }: RunErrors,
  { calls, sleeps }: OpenWork,
): Error =>
  new EmulatorError(`unsettled_${code}`, {
    action,
    reason:
      calls > 0
        ? `${subject} resolves before its last calls are answered`
        : `${subject} resolves before ${sleeps} of its sleeps end`,
    advice: `Await each call: \`forEach\` awaits none. ${endAdvice}`,
  })

function syncOf({ sync }: CapacitySettings, integration: Integration) {
  if (sync) return sync
  if (integration.resync) return () => integration.resync?.()
  throw new EmulatorError('no_sync', {
    action: 'measure the synchronization',
    reason: 'the integration has no `resync`',
    advice: 'Return `resync` from `connect`, or give `measureCapacity` the option `sync`.',
  })
}

/** The number of calls after which the process handles its signals and timers. */
const callsPerTurn = 1_000

/** The calls and sleeps that have begun and not ended. */
interface OpenWork {
  calls: number
  sleeps: number
}

/**
 * Lets the process handle signals and timers while a synchronization sends calls without waiting, and counts its open calls and
 * sleeps.
 */
function yielding(connect: Connect | Integration, open: OpenWork): Connect | Integration {
  if (typeof connect !== 'function') return connect
  let started = 0
  return (connection) =>
    connect({
      ...connection,
      async fetch(...args) {
        started += 1
        open.calls += 1
        try {
          // Note: the clock stands still in one turn. It jumps after several turns without a call.
          if (started % callsPerTurn === 0) await macrotask()
          return await connection.fetch(...args)
        } finally {
          open.calls -= 1
        }
      },
      sleep(duration) {
        open.sleeps += 1
        return connection.sleep(duration).finally(() => void (open.sleeps -= 1))
      },
    })
}
