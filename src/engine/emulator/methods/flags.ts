/** Feature flags: reads and sets them. */
import { flagsKind } from '../../journal/kinds/flags.ts'
import { applyFlags, type FlagOverrides, type Flags } from '../../model/settings.ts'
import { MethodGroup } from '../method-group.ts'

export interface FlagMethods {
  /** The feature flags: each is on or off. */
  readonly flags: Flags
  /** Sets feature flags. @throws EmulatorError for an unknown flag, or a value that is not a boolean */
  setFlags(flags: FlagOverrides): void
}

export class FlagMethodGroup extends MethodGroup implements FlagMethods {
  get flags(): Flags {
    return this.context.flagsCell.value
  }

  setFlags(flags: FlagOverrides): void {
    const { flagsCell, journal } = this.context
    flagsCell.value = applyFlags(flags, flagsCell.value)
    journal.add(flagsKind, { ...flags })
  }
}
