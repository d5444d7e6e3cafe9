/** How an enrollment stands: what its dates imply, and whether it may still change. */
import type { Rows } from '../../generated/rows.ts'

type State = Rows['enrollments']['status']

/** Confirmed or active; canceled and completed stay what they are. */
export const isLive = ({ status }: { readonly status: State }): boolean =>
  status === 'confirmed' || status === 'active'

/** The state that the dates imply on a day. */
export function stateOn(today: string, start_date: string, end_date: string | null): State {
  if (start_date > today) return 'confirmed'
  return end_date !== null && end_date < today ? 'completed' : 'active'
}
