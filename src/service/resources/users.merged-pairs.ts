/** Pairs of records in a merge: two users in the same account, two teachers of the same course. */
import * as d from '../../engine/define/define.ts'
import { keepsOneOfPair } from '../behaviours/people.ts'

/** A table in which two rows are a pair if they differ only in their owner. */
interface PairTable {
  readonly table: string
  /** The field that refers to the owner: a user, an account or a teacher. */
  readonly owner: string
  /** The fields that have the same values in both rows. */
  readonly shared: readonly string[]
}

const userPairs: readonly PairTable[] = [
  { table: 'affiliations', owner: 'user_id', shared: ['account_id'] },
  { table: 'organization_affiliations', owner: 'user_id', shared: ['organization_id'] },
  { table: 'teachers', owner: 'user_id', shared: [] },
]
const teacherPairs: readonly PairTable[] = [
  { table: 'teacher_enrollments', owner: 'teacher_id', shared: ['planned_course_id'] },
  {
    table: 'planning_attendees',
    owner: 'teacher_id',
    shared: ['attendable_type', 'attendable_id'],
  },
]
const accountPairs: readonly PairTable[] = [
  { table: 'affiliations', owner: 'account_id', shared: ['user_id'] },
  { table: 'organization_accounts', owner: 'account_id', shared: ['organization_id'] },
]

type PairRow = { readonly id: number } & Readonly<Record<string, unknown>>

/** Merges each row of the secondary user with the row of the primary user that forms a pair with it. */
export function mergeUserPairs(tx: d.Tx, primary: number, secondary: number): void {
  for (const pair of userPairs) mergePairs(tx, pair, primary, secondary)
}

/** Merges each row of an account with the row of another account that forms a pair with it. */
export function mergeAccountPairs(tx: d.Tx, primary: number, secondary: number): void {
  for (const pair of accountPairs) mergePairs(tx, pair, primary, secondary)
}

function mergePairs(tx: d.Tx, pair: PairTable, primary: number, secondary: number): void {
  const { table, owner, shared } = pair
  for (const row of tx.where<string>(table, { [owner]: secondary }) as PairRow[]) {
    const values = Object.fromEntries(shared.map((field) => [field, row[field]]))
    const [kept] = tx.where<string>(table, { [owner]: primary, ...values }) as PairRow[]
    if (kept && tx.assumes(keepsOneOfPair)) mergeRows(tx, table, kept, row)
  }
}

/** Sets the flags of both rows on the kept row, moves the references to it, and removes the other row. */
function mergeRows(tx: d.Tx, table: string, kept: PairRow, removed: PairRow): void {
  if (table === 'teachers') {
    for (const pair of teacherPairs) mergePairs(tx, pair, kept.id, removed.id)
  }
  tx.replaceReferences(table, removed.id, kept.id)
  tx.update<string>(table, kept.id, addedFlags(kept, removed))
  tx.remove(table, removed.id)
}

const addedFlags = (kept: PairRow, removed: PairRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(removed).filter(([name, value]) => value === true && kept[name] === false),
  )
