/** How an enrollment stands: what its dates imply, and whether it may still change. */
import type { Rows } from '../../generated/rows.ts'

type EnrollmentStatus = Rows['enrollments']['status']

/** Confirmed or active; canceled and completed stay what they are. */
export const isConfirmedOrActive = ({ status }: { readonly status: EnrollmentStatus }): boolean =>
  status === 'confirmed' || status === 'active'

/** The state that the dates imply on a day. */
export function enrollmentStatusOn(
  today: string,
  start_date: string,
  end_date: string | null,
): EnrollmentStatus {
  if (start_date > today) return 'confirmed'
  return end_date !== null && end_date < today ? 'completed' : 'active'
}
