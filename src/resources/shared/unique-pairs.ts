/** Refuses a second row with the same pair of references, such as a user and an account. */
import { type AssumedBehaviour, Problem, type Tx } from '../../define/define.ts'

export interface PairRefusal {
  readonly status: 409 | 422
  /** The field and the message of the error. */
  readonly errors: Readonly<Record<string, string[]>>
  readonly behaviour: AssumedBehaviour
}

/** Refuses a pair that another row has. `ownId` is the id of the row that an update changes. */
export function assertNewPair(
  tx: Tx,
  table: string,
  pair: Readonly<Record<string, unknown>>,
  { status, errors, behaviour }: PairRefusal,
  ownId?: number,
): void {
  const others = tx.where<string>(table, pair).filter(({ id }) => id !== ownId)
  if (others.length > 0 && tx.assumes(behaviour)) throw new Problem(status, { errors, behaviour })
}
