/** Creates the emulator of one run, with data of one size. */
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import { createEmulator } from '../../service/create-emulator.ts'
import { startEmulator } from '../../engine/emulator/emulator-instance.ts'
import { forkState } from '../../engine/emulator/initial-state.ts'
import { latencyFrom } from '../../engine/serve/latency.ts'
import { prepareEmulator } from '../../engine/emulator/worlds/prepared-emulator.ts'
import { formatThousands } from '../../engine/define/number-text.ts'
import { givenCountMax } from '../../engine/kit/rows/given.ts'
import { repeatWorld } from '../../engine/kit/rows/repeated-rows.ts'
import { rateWindowsCell } from '../../engine/serve/rate-limiter.ts'
import type { Tables } from '../../engine/store/store.ts'
import { type RunErrors, runWithinLimits } from './bounded-run.ts'
import { type CapacitySettings, measureAction } from './capacity-options.ts'

interface SizedEmulator {
  readonly emulator: Emulator
  /** The records that were created for one of the size, at least 1. */
  readonly recordsPerSize: number
  /** The records that `given` created; undefined without it. */
  readonly givenRecords: number | undefined
}

/**
 * Runs `given` without a latency and a rate limit. Returns an emulator that continues from its result, with an
 * empty journal and empty rate windows: calls of `given` do not count.
 *
 * @throws EmulatorError if `given` throws, does not end or is canceled
 */
export async function createSizedEmulator(
  settings: CapacitySettings,
  size: number,
): Promise<SizedEmulator> {
  const { given, emulator: options, rateLimit, latency, signal } = settings
  const isRepeated = !given && (options.world ?? 'empty') === 'empty'
  const blocks = isRepeated ? blockCount(size) : 1
  const prepared = createEmulator({
    world: 'empty',
    ...options,
    rateLimit: { ...rateLimit, requestsPerWindowMax: Infinity },
  })
  const context = contextOf(prepared)
  const before = recordCount(context)
  const errors = givenErrors(size)
  await prepareEmulator(prepared, () =>
    runWithinLimits({ emulator: prepared, size, errors, signal }, async () => {
      if (given) await given(prepared, size)
      // Note: each block has an administrator, who is a user too.
      else givenUsers(prepared, isRepeated ? size / blocks - 1 : size)
    }),
  )
  const created = recordCount(context) - before
  const recordsPerSize = Math.max(1, Math.round(created / (size / blocks)))
  const { cells, ...state } = forkState(context)
  const { [rateWindowsCell]: _, tables, ...others } = cells
  const rows = blocks === 1 ? tables : repeatedTables(tables as Tables, blocks, context)
  const changes = { rateLimit, latency: latencyFrom(latency, measureAction), internalErrors: [] }
  const emulator = startEmulator(
    { ...context.settings, ...changes },
    { ...state, cells: { ...others, tables: rows } },
  )
  return { emulator, recordsPerSize, givenRecords: given && created }
}

/** The number of users that a block has at least. */
const blockSizeMin = 500

/** The largest number of equal blocks of a size. The emulator makes the rows of one, and copies them on reads. */
function blockCount(size: number): number {
  let blocks = Math.max(1, Math.floor(size / blockSizeMin))
  while (size % blocks !== 0) blocks -= 1
  return blocks
}

const repeatedTables = (
  tables: Tables,
  blocks: number,
  { settings: { catalog, worldStartMs, locale } }: EmulatorContext,
): Tables => repeatWorld(tables, { catalog, blocks, worldStartMs, locale })

function givenUsers(emulator: Emulator, count: number): void {
  for (let left = count; left > 0; left -= givenCountMax)
    emulator.given('users', Math.min(left, givenCountMax))
}

const recordCount = ({ catalog, store }: EmulatorContext): number =>
  [...catalog.resources.keys()].reduce((sum, table) => sum + store.size(table), 0)

const givenErrors = (size: number): RunErrors => ({
  code: 'given',
  action: `create the data of size ${formatThousands(size)}`,
  subject: '`given`',
  endAdvice: 'Use `emulator.fetch` and `emulator.sleep` in it, and resolve when all is created.',
  throwAdvice: () => 'Repair `given`, which gets `(emulator, size)`.',
})
