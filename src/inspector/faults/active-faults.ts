/** The faults that are active now. */
import type { LabeledFault } from '../../engine/control/views/fault-views.ts'
import { get, hasRoute } from '../api-client.ts'
import { refreshTick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'

export const useActiveFaults = () =>
  useLoaded(
    'faults',
    async () => (hasRoute('GET faults') ? await get<LabeledFault[]>('faults') : []),
    refreshTick.value,
  )
