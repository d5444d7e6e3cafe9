/** The fault rules and outages that were not ended. */
import type { LabeledFault } from '../../engine/control/views/fault-views.ts'
import { get, hasRoute } from '../api-client.ts'
import { refreshTick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'

export const useFaults = () =>
  useLoaded(
    'faults',
    async () => (hasRoute('GET faults') ? await get<LabeledFault[]>('faults') : []),
    refreshTick.value,
  )
