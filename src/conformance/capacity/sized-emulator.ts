/** Creates the emulator of one run, with data of one size. */
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import { createEmulator } from '../../service/create-emulator.ts'
import { startEmulator } from '../../engine/emulator/emulator-instance.ts'
import { forkState } from '../../engine/emulator/initial-state.ts'
import { latencyFrom } from '../../engine/serve/latency.ts'
import { prepareEmulator } from '../../engine/emulator/worlds/prepared-emulator.ts'
import { formatThousands } from '../../engine/define/number-text.ts'
import type { Latency } from '../../engine/serve/latency.ts'
import { type RateLimit, rateWindowsCell } from '../../engine/serve/rate-limiter.ts'
import type { CapacitySettings } from './capacity-options.ts'
import { type RunErrors, runToEnd } from './run-to-end.ts'

export interface SizedEmulatorOptions {
  readonly settings: CapacitySettings
  readonly size: number
  readonly latency: Latency
  readonly rateLimit: RateLimit
  /** Whether to keep every call. */
  readonly traced: boolean
}

/**
 * Runs `given` without a latency and a rate limit. Returns an emulator that continues from its result, with an
 * empty journal and empty rate windows: calls of `given` do not count.
 *
 * @throws EmulatorError if `given` throws or does not end
 */
export async function createSizedEmulator(options: SizedEmulatorOptions): Promise<Emulator> {
  const { settings, size, latency, rateLimit, traced } = options
  const prepared = createEmulator({
    world: 'empty',
    ...settings.emulator,
    rateLimit: { ...rateLimit, requestsPerWindowMax: Infinity },
    ...(traced && { journalEntriesMax: Infinity, journalBytesMax: Infinity }),
  })
  const context = contextOf(prepared)
  await prepareEmulator(prepared, () =>
    runToEnd(context, size, givenErrors(size), async () => {
      await settings.given(prepared, size)
    }),
  )
  const { cells, ...state } = forkState(context)
  const { [rateWindowsCell]: _, ...others } = cells
  const changes = {
    rateLimit,
    latency: latencyFrom(latency, 'measure the capacity'),
    internalErrors: [],
  }
  return startEmulator({ ...context.settings, ...changes }, { ...state, cells: others })
}

const givenErrors = (size: number): RunErrors => ({
  code: 'given',
  action: `create the data of size ${formatThousands(size)}`,
  subject: '`given`',
  endAdvice: 'Use `emulator.fetch` and `emulator.sleep` in it, and resolve when all is created.',
  throwAdvice: 'Repair `given`.',
})
