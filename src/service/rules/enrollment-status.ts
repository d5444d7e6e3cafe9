/** The status of an enrollment, according to its dates. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { movesBack } from '../behaviours/planning.ts'

type EnrollmentRow = Rows['enrollments']
type EnrollmentStatus = EnrollmentRow['status']

/** Whether the status can still change. Canceled and completed are final. */
export const isConfirmedOrActive = ({ status }: { readonly status: EnrollmentStatus }): boolean =>
  status === 'confirmed' || status === 'active'

/** Cancels the confirmed and active enrollments with these values. */
export function cancelEnrollments(tx: d.Tx, values: Partial<EnrollmentRow>): void {
  for (const { id } of tx.where('enrollments', values).filter(isConfirmedOrActive))
    tx.update('enrollments', id, { status: 'canceled' })
}

/** Returns the status that the dates imply on a day. */
export function enrollmentStatusOn(
  today: string,
  start_date: string,
  end_date: string | null,
): EnrollmentStatus {
  if (start_date > today) return 'confirmed'
  return end_date !== null && end_date < today ? 'completed' : 'active'
}

/** Returns the status of an enrollment that gets these dates. */
export function statusAfterDateChange(
  tx: d.Tx,
  { status, graduation_state }: EnrollmentRow,
  { start_date, end_date }: Pick<EnrollmentRow, 'start_date' | 'end_date'>,
): EnrollmentStatus {
  if (status === 'canceled' || graduation_state !== 'awaiting_judgement') return status
  const next = enrollmentStatusOn(tx.today, start_date, end_date)
  if (status !== 'completed' || next === 'completed') return next
  return tx.assumes(movesBack) ? next : status
}
