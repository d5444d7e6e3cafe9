/** What others ask for the same list and the same read, with the same thousand users. */
import { intercepted } from './network.ts'
import { jsonServer } from './peers/json-server.ts'
import { mirage } from './peers/mirage.ts'
import { mswData } from './peers/msw-data.ts'
import { mswjsData } from './peers/mswjs-data.ts'
import { ours } from './peers/emulator.ts'
import type { Contestant, Rows } from './peers/peer.ts'
import { type Lane, type Length, race, ratio, type Times } from './interleaved-runs.ts'
import { type Emulator, everyday } from './worlds.ts'

type Making = (users: Rows) => Promise<Contestant>

/** Behind msw, in this process. */
const inside: Readonly<Record<string, Making>> = { '@mswjs/data': mswjsData, '@msw/data': mswData }
/** In processes of their own, and slower by so much that a few calls are enough. */
const outside: Readonly<Record<string, Making>> = { miragejs: mirage, 'json-server': jsonServer }

const nameOf = { list: 'page of 25', read: 'read by id' } as const
const asked = ['list', 'read'] as const

export async function peerRows(): Promise<Record<string, number>> {
  const amounts = { users: 1_000 }
  const emulator = everyday({ world: { name: 'peers', about: '', size: 'none', amounts } })
  return {
    ...(await compare(emulator, inside, { rounds: 25, warmups: 40 })),
    ...(await compare(emulator, outside, { rounds: 10, warmups: 2, turns: 4 })),
  }
}

/** How many times as much as ours each of them takes. */
async function compare(
  emulator: Emulator,
  peers: Readonly<Record<string, Making>>,
  length: Length,
): Promise<Record<string, number>> {
  const users = emulator.rows('users') as unknown as Rows
  const contestants: Record<string, Contestant> = { ours: ours(emulator) }
  for (const [name, make] of Object.entries(peers)) contestants[name] = await make(users)
  const lanes: Record<string, Lane> = {}
  for (const [name, contestant] of Object.entries(contestants)) {
    for (const what of asked) lanes[`${name} ${what}`] = contestant[what]
  }
  try {
    const times = await intercepted(() => race(lanes, length))
    return rowsOf(Object.keys(peers), times)
  } finally {
    for (const { close } of Object.values(contestants)) close?.()
  }
}

function rowsOf(peers: readonly string[], times: Times<string>): Record<string, number> {
  const rows: Record<string, number> = {}
  for (const peer of peers) {
    for (const what of asked) {
      const [theirs, own] = [times[`${peer} ${what}`], times[`ours ${what}`]]
      rows[`peer: ${peer}, ${nameOf[what]}`] = ratio(theirs as number[], own as number[])
    }
  }
  return rows
}
