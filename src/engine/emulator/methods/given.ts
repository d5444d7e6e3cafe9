/** `emulator.given`: creates the records that a test starts from. */
import { withArgumentCount } from '../../errors/argument-count.ts'
import { createGiven } from '../../kit/rows/given.ts'
import type { GenericMethods } from '../generic-methods.ts'
import { MethodGroup } from '../method-group.ts'
import { noteRecords } from '../reports/earlier-tests.ts'

export class GivenMethodGroup extends MethodGroup {
  #given: GenericMethods<'local'>['given'] | undefined

  get given(): GenericMethods<'local'>['given'] {
    const { catalog, model, rowFactory, serializer, droppedEntries } = this.context
    this.#given ??= withArgumentCount(
      'given',
      createGiven({
        catalog,
        model,
        rowFactory,
        onCreated: (table) => noteRecords(this.context, table),
        onRefusal: (behaviours) => droppedEntries.addBehaviours(behaviours),
        serialize: (tx, table, row) => serializer().serialize(tx, table, row),
      }),
      3,
    ) as GenericMethods<'local'>['given']
    return this.#given
  }
}
