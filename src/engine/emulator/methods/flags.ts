/** Feature flags: reads and sets them. */
import { flagsKind } from '../../journal/kinds/flags.ts'
import { applyFlags, type FlagOverrides, type Flags } from '../../model/settings.ts'
import { MethodGroup } from '../method-group.ts'

export class FlagMethodGroup extends MethodGroup {
  /** Returns the feature flags: each is on or off. */
  flags(): Flags {
    return this.context.flagsCell.value
  }

  /** Sets feature flags. @throws EmulatorError for an unknown flag, or a value that is not a boolean */
  setFlags(flags: FlagOverrides): void {
    const { flagsCell, journal } = this.context
    flagsCell.value = applyFlags(flags, flagsCell.value)
    journal.add(flagsKind, { ...flags })
  }
}
