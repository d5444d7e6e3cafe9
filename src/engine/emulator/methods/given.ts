/** `emulator.given`: creates the records that a test starts from. */
import type { Records } from '../../service-types.ts'
import { createGiven } from '../../kit/rows/given.ts'
import { MethodGroup } from '../method-group.ts'
import type { GivenValues, ResourceName, TupleOf } from '../record-types.ts'

export interface GivenMethods {
  /**
   * Creates a record and the records that it requires, without emitting events. Fields without a value
   * are generated from the seed; a status implies matching dates. Creates at most 100,000 records.
   *
   * @throws EmulatorError when a field is unknown, or a value breaks a rule
   * @example
   * const [mia, double] = emulator.given('users', 2)
   * const enrollment = emulator.given('enrollments', { student_id: mia, status: 'active' })
   */
  given<N extends ResourceName, const C extends number>(
    resource: N,
    count: C,
    values: GivenValues<N> | undefined,
  ): TupleOf<Records[N], C>
  // Note: the condition is true for `any`, which then means the values of one record.
  given<N extends ResourceName, const C extends number>(
    resource: N,
    count: 0 extends 1 & C ? never : C,
  ): TupleOf<Records[N], C>
  // Note: TypeScript reports the errors of the last overload.
  given<N extends ResourceName>(resource: N, values?: GivenValues<N>): Records[N]
}

export class GivenMethodGroup extends MethodGroup implements GivenMethods {
  #given: GivenMethods['given'] | undefined

  get given(): GivenMethods['given'] {
    const { catalog, model, rowFactory, serializer } = this.context
    this.#given ??= createGiven({
      catalog,
      model,
      rowFactory,
      serialize: (tx, table, row) => serializer().serialize(tx, table, row),
    }) as GivenMethods['given']
    return this.#given
  }
}
