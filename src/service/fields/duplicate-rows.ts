/** Refuses a second row with the same values, such as the same user and account. */
import * as d from '../../engine/define/define.ts'

export interface DuplicateRefusal {
  readonly status: 409 | 422
  /** The field and the message of the error. */
  readonly errors: Readonly<Record<string, string[]>>
  readonly behaviour: d.AssumedBehaviour
}

/** Refuses values that another row has. `ownId` is the id of the row that an update changes. */
export function assertNoDuplicate<N extends string>(
  tx: d.Tx,
  table: N,
  values: Partial<d.RowOf<N>>,
  { status, errors, behaviour }: DuplicateRefusal,
  ownId?: number,
): void {
  const others = tx.where(table, values).filter(({ id }) => id !== ownId)
  if (others.length > 0 && tx.assumes(behaviour)) throw new d.Problem(status, { errors, behaviour })
}
