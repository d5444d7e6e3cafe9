/** `emulator.save` and `emulator.load`: the whole state as text. */
import { assertInvariants } from '../invariants.ts'
import { MethodGroup } from '../method-group.ts'
import { loadWorld, type SavedWorld, saveWorld } from '../worlds/world-file.ts'
import { resume } from './snapshots.ts'

export class WorldFileMethodGroup extends MethodGroup {
  /**
   * The whole state as JSON text, one row on a line: rows, time, due tasks, deliveries, rate windows,
   * flags, assumptions and tokens. It does not include the receivers and the journal.
   *
   * @example
   * writeFileSync('world.json', emulator.save())
   * const later = createEmulator({ load: readFileSync('world.json', 'utf8') })
   */
  save(): string {
    return saveWorld(this.context)
  }

  /**
   * Replaces the state with a saved world, including its seed. Receivers stay and receive the events
   * that the webhooks of the saved world are registered for. Attempts that were in flight start again.
   * The journal is cleared. `reset` still restores the initial state of this emulator.
   *
   * @throws EmulatorError when the text is not a saved world, or this version cannot read it
   */
  load(saved: SavedWorld): void {
    loadWorld(this.context, saved)
    resume(this.context, 'load')
    assertInvariants(this.context)
  }
}
