/** The cost of the same list and the same read in peer libraries, with the same thousand users. */
import { withInterception } from './network.ts'
import { jsonServer } from './peers/json-server.ts'
import { mirage } from './peers/mirage.ts'
import { mswData } from './peers/msw-data.ts'
import { mswjsData } from './peers/mswjs-data.ts'
import { emulatorPeer } from './peers/emulator.ts'
import type { Peer, Rows } from './peers/peer.ts'
import {
  type TimedRun,
  type RunLength,
  timeInterleaved,
  costRatio,
  type RoundTimes,
} from './interleaved-runs.ts'
import { type Emulator, defaultEmulator } from './worlds.ts'

type PeerFactory = (users: Rows) => Promise<Peer>

/** Peers behind MSW, in this process. */
const inProcessPeers: Readonly<Record<string, PeerFactory>> = {
  '@mswjs/data': mswjsData,
  '@msw/data': mswData,
}
/** Peers in separate processes, which are so slow that a few calls are enough. */
const childProcessPeers: Readonly<Record<string, PeerFactory>> = {
  miragejs: mirage,
  'json-server': jsonServer,
}

const nameOf = { list: 'page of 25', read: 'read by id' } as const
const measuredCalls = ['list', 'read'] as const

export async function peerRows(): Promise<Record<string, number>> {
  const amounts = { users: 1_000 }
  const emulator = defaultEmulator({ world: { name: 'peers', about: '', size: 'none', amounts } })
  return {
    ...(await comparePeers(emulator, inProcessPeers, { rounds: 25, warmups: 40 })),
    ...(await comparePeers(emulator, childProcessPeers, { rounds: 10, warmups: 2, slices: 4 })),
  }
}

/** The cost of each peer relative to the emulator. */
async function comparePeers(
  emulator: Emulator,
  peers: Readonly<Record<string, PeerFactory>>,
  length: RunLength,
): Promise<Record<string, number>> {
  const users = emulator.rows('users') as unknown as Rows
  const peersByName: Record<string, Peer> = { ours: emulatorPeer(emulator) }
  for (const [name, make] of Object.entries(peers)) peersByName[name] = await make(users)
  const runs: Record<string, TimedRun> = {}
  for (const [name, contestant] of Object.entries(peersByName)) {
    for (const what of measuredCalls) runs[`${name} ${what}`] = contestant[what]
  }
  try {
    const times = await withInterception(() => timeInterleaved(runs, length))
    return rowsOf(Object.keys(peers), times)
  } finally {
    for (const { close } of Object.values(peersByName)) close?.()
  }
}

function rowsOf(peers: readonly string[], times: RoundTimes<string>): Record<string, number> {
  const rows: Record<string, number> = {}
  for (const peer of peers) {
    for (const what of measuredCalls) {
      const [theirs, own] = [times[`${peer} ${what}`], times[`ours ${what}`]]
      rows[`peer: ${peer}, ${nameOf[what]}`] = costRatio(theirs as number[], own as number[])
    }
  }
  return rows
}
