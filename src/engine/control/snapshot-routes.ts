/** Control-plane routes that take, restore, compare and fork snapshots. */
import type { Emulator } from '../emulator/emulator-api.ts'
import type { Snapshot } from '../emulator/methods/snapshots.ts'
import { forkPrepared } from '../emulator/worlds/prepared-emulator.ts'
import { contextOf } from '../emulator/emulator.ts'
import { snapshotCells } from '../emulator/methods/snapshots.ts'
import type { CellValues } from '../store/cells.ts'
import { unknownNameError } from '../errors/errors.ts'
import type { ComparisonView, ForkView, SnapshotView } from './views/snapshot-views.ts'
import { compareCells } from './views/snapshot-diff.ts'
import { instanceKeyOf } from '../emulator/instance-key.ts'
import { closeOnError } from './instance-routes.ts'
import { instanceNames } from './instance-options.ts'
import { textCheck } from '../errors/argument-checks.ts'
import { option } from '../errors/options.ts'
import { readBody, type ControlRoutes, queryText } from './route.ts'

/** The largest number of snapshots; the oldest is removed when another is taken. */
const snapshotsMax = 100

/** The id that means the current state instead of a snapshot. */
const currentState = 'now'

const snapshotBody = {
  /** The name in the list of the inspector. Default: the id. */
  name: option<string>(textCheck, ''),
}

const forkBody = {
  /** The id of a snapshot to start from. Default: the current state. */
  snapshot: option<string>(),
  ...instanceNames,
}

interface StoredSnapshot {
  readonly name: string
  readonly snapshot: Snapshot
}

/** Adds an instance at the same address. */
export type AddInstance = (emulator: Emulator) => void

export function snapshotRoutes(emulator: Emulator, addInstance: AddInstance): ControlRoutes {
  const snapshots = new Map<string, StoredSnapshot>()
  let snapshotCount = 0
  let forkCount = 0

  function find(id: unknown): Snapshot {
    const found = snapshots.get(id as string)
    if (!found) throw unknownNameError('snapshot', id, snapshots.keys())
    return found.snapshot
  }

  const freeKey = (): string => `${instanceKeyOf(emulator) || 'main'}-fork-${(forkCount += 1)}`

  const cellsAt = (id: string): CellValues =>
    id === currentState ? contextOf(emulator).cells.snapshot() : snapshotCells(find(id))

  return {
    /** Lists the snapshots. */
    'GET snapshots': (): SnapshotView[] =>
      [...snapshots].map(([id, { name, snapshot }]) => ({ id, name, at: snapshot.at })),
    /**
     * Takes a snapshot.
     *
     * @body {"name":"before the merge"}
     */
    'POST snapshots'({ body }) {
      const { name } = readBody(snapshotBody, body)
      snapshotCount += 1
      const id = `snapshot-${snapshotCount}`
      const snapshot = emulator.snapshot()
      snapshots.set(id, { name: name || id, snapshot })
      if (snapshots.size > snapshotsMax) snapshots.delete(snapshots.keys().next().value as string)
      return { id, at: snapshot.at }
    },
    /** Restores a snapshot. */
    'PUT snapshots/:id'({ id }) {
      emulator.restore(find(id))
      return { now: emulator.now().toISOString() }
    },
    /** Deletes a snapshot. */
    'DELETE snapshots/:id': ({ id }) => (find(id), snapshots.delete(id), {}),
    /**
     * Compares two snapshots. The id `now` is the current state.
     *
     * @query before after
     */
    'GET compare'({ query }): ComparisonView {
      const before = cellsAt(queryText(query, 'before') ?? currentState)
      const after = cellsAt(queryText(query, 'after') ?? currentState)
      return { tables: compareCells(contextOf(emulator).catalog, before, after) }
    },
    /**
     * Adds an instance with the state of a snapshot.
     *
     * @body {"snapshot":"snapshot-1","key":"fork"}
     */
    'POST forks'({ body }): ForkView {
      const { snapshot, key = freeKey(), test } = readBody(forkBody, body)
      // Note: a fork is an instance of its own, so it reports its own exceptions only.
      const fork = forkPrepared(emulator, { instanceKey: key, test })
      closeOnError(fork, () => {
        if (snapshot !== undefined && snapshot !== currentState) fork.restore(find(snapshot))
        addInstance(fork)
      })
      return { key, token: fork.token, inspector: `/_emulator/?instance=${key}` }
    },
  }
}
