/** The options of `checkIntegration`: validates them and fills in the defaults. */
import {
  assertValue,
  booleanCheck,
  functionCheck,
  integerCheck,
  signalCheck,
  type ValueCheck,
} from '../../engine/errors/argument-checks.ts'
import { type Named, option, type OptionsOf, readOptions } from '../../engine/errors/options.ts'
import { unknownNameError } from '../../engine/errors/errors.ts'
import { checkGroups } from './check-definition.ts'
import { checks } from './checks.ts'

/** How far a report card is. */
export interface CheckProgress {
  /** The number of finished checks. */
  readonly done: number
  /** The number of checks. */
  readonly total: number
  /** The id of the finished check. */
  readonly id: string
}

const selectionCheck: ValueCheck = {
  isValid: (names) => !Array.isArray(names) || names.length > 0,
  expected: 'at least one check or group, or omit it',
}

/** The options of `checkIntegration`. */
const checkOptions = {
  /** The ids of checks and the names of groups to run. Default: all. */
  only: option<readonly string[]>(selectionCheck),
  /** The number that ids and samples are drawn from. Default: 1. */
  seed: option<number>(integerCheck, 1),
  /**
   * The ids of checks that are known to fail. They do not fail the card. A listed check that passes does, so
   * that the list stays short. Default: none.
   */
  baseline: option<readonly string[]>(undefined, []),
  /**
   * Whether a second call of `connect` in a run is a restart of the integration. For a process that cannot be
   * restarted, the checks with a restart are `skipped`. Default: true.
   */
  restarts: option<boolean>(booleanCheck, true),
  /** Called after each check. Default: none. */
  progress: option<(progress: CheckProgress) => void>(functionCheck),
  /** Cancels the card. The checks that did not run are `inconclusive`. Default: none. */
  signal: option<AbortSignal>(signalCheck),
}

/** Options of `checkIntegration`. Each has a default. */
export interface CheckOptions extends OptionsOf<typeof checkOptions>, Named {}

export interface CheckSettings {
  readonly selected: ReadonlySet<string>
  readonly seed: number
  readonly baseline: ReadonlySet<string>
}

const action = 'check the integration'

/** @throws EmulatorError for an unknown or invalid option, and for an unknown check or group */
export function checkSettingsFrom(options: CheckOptions): CheckSettings {
  const { only, seed, baseline } = readOptions(checkOptions, options, { action })
  return {
    selected: new Set(only === undefined ? checks.map(({ id }) => id) : idsIn('only', only)),
    seed,
    baseline: new Set(idsIn('baseline', baseline)),
  }
}

const listCheck: ValueCheck = { isValid: Array.isArray, expected: 'a list such as ["signature"]' }

/** The ids of the named checks and of the checks of the named groups. */
function idsIn(option: string, names: readonly string[]): string[] {
  assertValue(names, listCheck, { code: 'bad_option', action, name: option })
  const known = [...checkGroups, ...checks.map(({ id }) => id)]
  return names.flatMap((name) => {
    const found = checks.filter(({ id, group }) => id === name || group === name)
    if (found.length > 0) return found.map(({ id }) => id)
    throw unknownNameError('check', String(name), known, action)
  })
}
