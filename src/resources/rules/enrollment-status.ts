/** The status of an enrollment, according to its dates. */
import type { Rows } from '../../generated/rows.ts'

type EnrollmentStatus = Rows['enrollments']['status']

/** Whether the status can still change. Canceled and completed are final. */
export const isConfirmedOrActive = ({ status }: { readonly status: EnrollmentStatus }): boolean =>
  status === 'confirmed' || status === 'active'

/** Returns the status that the dates imply on a day. */
export function enrollmentStatusOn(
  today: string,
  start_date: string,
  end_date: string | null,
): EnrollmentStatus {
  if (start_date > today) return 'confirmed'
  return end_date !== null && end_date < today ? 'completed' : 'active'
}
