/** The control plane's routes for moments to come back to: take, restore, compare, fork. */
import type { Emulator, Snapshot } from '../emulator/emulator-api.ts'
import { cellsOf, partsOf } from '../emulator/emulator.ts'
import type { SavedCells } from '../machine/cells.ts'
import { unknownName } from '../machine/errors.ts'
import { compareCells } from '../inspector/api/snapshot-diff.ts'
import { worldKeyOf } from '../adapters/hosting/instance-router.ts'
import { insistOnKeys, type Routes, textIn } from './route.ts'

/** Snapshots kept for one server; one more, and the oldest is forgotten. */
export const snapshotsMax = 100

/** Stands for the present where a snapshot is named. */
const present = 'now'

interface Kept {
  readonly name: string
  readonly snapshot: Snapshot
}

/** Takes in a further world beside this one. */
export type EnterWorld = (emulator: Emulator) => void

export function snapshotRoutes(emulator: Emulator, enter: EnterWorld): Routes {
  const kept = new Map<string, Kept>()
  let taken = 0
  let forked = 0

  function find(id: unknown): Snapshot {
    const found = kept.get(id as string)
    if (!found) throw unknownName('snapshot', id, kept.keys())
    return found.snapshot
  }

  const freeKey = (): string => `${worldKeyOf(emulator) || 'main'}-fork-${(forked += 1)}`

  const cellsAt = (id: string): SavedCells =>
    id === present ? partsOf(emulator).cells.save() : cellsOf(find(id))

  return {
    'GET snapshots': () =>
      [...kept].map(([id, { name, snapshot }]) => ({ id, name, at: snapshot.at })),
    'POST snapshots'(body) {
      const { name } = insistOnKeys(body, ['name'])
      taken += 1
      const id = `snapshot-${taken}`
      const snapshot = emulator.snapshot()
      kept.set(id, { name: typeof name === 'string' && name ? name : id, snapshot })
      if (kept.size > snapshotsMax) kept.delete(kept.keys().next().value as string)
      return { id, at: snapshot.at }
    },
    'PUT snapshots/:id'(_, id) {
      emulator.restore(find(id))
      return { now: emulator.now().toISOString() }
    },
    'DELETE snapshots/:id': (_, id) => (find(id), kept.delete(id), {}),
    'GET compare'(_, __, request) {
      const query = new URL(request.url).searchParams
      const before = cellsAt(textIn(query, 'before') ?? present)
      const after = cellsAt(textIn(query, 'after') ?? present)
      return { tables: compareCells(partsOf(emulator).catalog, before, after) }
    },
    'POST forks'(body) {
      const { snapshot, key = freeKey() } = insistOnKeys(body, ['snapshot', 'key'])
      const fork = emulator.fork({ worldKey: key as string })
      if (snapshot !== undefined && snapshot !== present) fork.restore(find(snapshot))
      enter(fork)
      return { key, token: fork.token, inspector: `/_emulator/?world=${String(key)}` }
    },
  }
}
