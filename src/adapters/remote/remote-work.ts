/** Runs work of this process and advances the clock of an emulator in another process. */
import { type WorkOptions, workOptions } from '../../engine/emulator/methods/work.ts'
import { readOptions } from '../../engine/errors/options.ts'
import { parseDurationMs, stringifyDuration } from '../../engine/clock/duration.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { ClockAdvance } from '../../engine/emulator/methods/clock.ts'
import type { PendingTask } from '../../engine/emulator/reports/views.ts'
import type { ControlClient } from './control-client.ts'
import { idleAfterMs } from '../remote-integration.ts'

const action = 'run the work'

/** Advances the clock of the server, task by task, until the work settles. */
export async function runRemoteWork<T>(
  client: ControlClient,
  work: Promise<T> | (() => T | Promise<T>),
  options: WorkOptions = {},
): Promise<T> {
  const { limit, signal } = readOptions(workOptions, options, { action, code: 'bad_work' })
  const limitMs = parseDurationMs(limit, action)
  const started = typeof work === 'function' ? Promise.resolve().then(work) : work
  let isSettled = false
  const settled = Promise.resolve(started).then(
    () => void (isSettled = true),
    () => void (isSettled = true),
  )
  const { now } = await client.control<{ now: string }>('GET', 'clock')
  const endMs = Date.parse(now) + limitMs
  while (!isSettled) {
    if (signal?.aborted) throw giveUpError('its signal has aborted', signal.reason)
    const before = await lastEntryNumber(client)
    await Promise.race([settled, idlePeriod()])
    if (isSettled || (await lastEntryNumber(client)) !== before) continue
    await advanceToNextBefore(client, endMs, limitMs)
  }
  return started
}

const idlePeriod = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, idleAfterMs))

async function lastEntryNumber({ control }: ControlClient): Promise<number> {
  const { journal } = await control<{ journal: { kept: number; dropped: number } }>('GET', 'state')
  return journal.kept + journal.dropped
}

async function advanceToNextBefore(
  { call }: ControlClient,
  endMs: number,
  limitMs: number,
): Promise<void> {
  const [next] = await call<PendingTask[]>('pending')
  // Note: the work may wait for something outside the emulator, such as a page.
  if (!next) return
  if (Date.parse(next.at) <= endMs) return void (await call<ClockAdvance>('advance', 'next'))
  const reason = `it has not settled after ${stringifyDuration(limitMs)} on the emulator's clock`
  throw giveUpError(`${reason}, and the next task is ${next.kind} at ${next.at}`)
}

const giveUpError = (reason: string, cause?: unknown): EmulatorError =>
  new EmulatorError('unsettled_work', {
    action,
    reason,
    advice: 'Give a longer limit, such as `{ limit: "30d" }`, if the work takes that long.',
    cause,
  })
