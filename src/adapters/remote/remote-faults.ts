/** The handles of faults and outages of an emulator in another process. */
import type { FaultView, OutageOptions } from '../../engine/emulator/methods/faults.ts'
import type { FaultRule } from '../../engine/faults/fault-rule.ts'
import type { ControlClient } from './control-client.ts'

/** The handle of a fault of a remote emulator. */
export interface RemoteFaultHandle {
  /** The id in the header `x-emulator-fault` and in the journal: `fault-1`. */
  readonly id: string
  /** Returns the parsed rule with its current counts. */
  rule(): Promise<FaultView>
  /** Returns the number of requests or deliveries that the fault has hit. */
  hits(): Promise<number>
  /** Ends the fault. Its counts stay readable. */
  end(): Promise<void>
}

/** The handle of an outage of a remote emulator. */
export interface RemoteOutageHandle {
  /** The id in the journal: `outage-1`. */
  readonly id: string
  /** Returns the faults of the outage. */
  faults(): Promise<FaultView[]>
  /** Returns the number of requests and deliveries that the outage has hit. */
  hits(): Promise<number>
  /** Ends the outage early. Its counts stay readable. */
  end(): Promise<void>
}

export async function createRemoteFault(
  client: ControlClient,
  rule: FaultRule,
): Promise<RemoteFaultHandle> {
  return faultHandle(client, await client.control<FaultView>('POST', 'faults', rule))
}

function faultHandle({ control, call }: ControlClient, created: FaultView): RemoteFaultHandle {
  const { id } = created
  let last = created
  const rule = async (): Promise<FaultView> => {
    const active = await call<FaultView[]>('faults')
    return (last = active.find((each) => each.id === id) ?? last)
  }
  return {
    id,
    rule,
    hits: async () => (await rule()).hits,
    async end() {
      const active = await call<FaultView[]>('faults')
      if (!active.some((each) => each.id === id)) return
      const ended = await control<Pick<FaultView, 'matched' | 'hits'>>('DELETE', `faults/${id}`)
      last = { ...last, matched: ended.matched, hits: ended.hits }
    },
  }
}

export async function createRemoteOutage(
  client: ControlClient,
  options: OutageOptions,
): Promise<RemoteOutageHandle> {
  type Created = { readonly id: string; readonly faults: readonly FaultView[] }
  const { id, faults } = await client.control<Created>('POST', 'outages', options)
  const handles = faults.map((each) => faultHandle(client, each))
  const all = (): Promise<FaultView[]> => Promise.all(handles.map(({ rule }) => rule()))
  return {
    id,
    faults: all,
    hits: async () => (await all()).reduce((sum, { hits }) => sum + hits, 0),
    end: async () => void (await Promise.all(handles.map(({ end }) => end()))),
  }
}
