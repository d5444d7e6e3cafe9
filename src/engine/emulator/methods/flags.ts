/** Feature flags: reads and switches them. */
import { flagsKind } from '../../journal/kinds/flags.ts'
import { applyFlags, type FlagOverrides, type Flags } from '../../model/settings.ts'
import { defined } from '../../errors/defined.ts'
import { MethodGroup } from '../method-group.ts'

export class FlagMethodGroup extends MethodGroup {
  /**
   * Returns the feature flags: each is on or off. With an argument, it switches these flags first.
   *
   * @throws EmulatorError for an unknown flag, or a value that is not a boolean
   * @example
   * emulator.flags({ Programs: false }).Programs // false
   */
  flags(changes?: FlagOverrides): Flags {
    const { flagsCell, journal } = this.context
    if (changes !== undefined) {
      flagsCell.value = applyFlags(changes, flagsCell.value)
      journal.add(flagsKind, defined(changes))
    }
    return flagsCell.value
  }
}
