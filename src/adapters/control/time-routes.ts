/** The control plane's routes for time: the clock, and snapshots to go back to. */
import type { Emulator, Snapshot } from '../../emulator/face.ts'
import { formatDuration } from '../../machine/duration.ts'
import { EmulatorError, unknownName } from '../../machine/errors.ts'
import { type Body, insistOnKeys, type Routes } from './route.ts'

/** Snapshots kept for one server; one more, and the oldest is forgotten. */
export const snapshotsMax = 100

export function timeRoutes(emulator: Emulator): Routes {
  const snapshots = new Map<string, Snapshot>()
  let taken = 0
  return {
    'POST reset': () => (emulator.reset(), { now: emulator.now().toISOString() }),
    'GET clock': () => ({ now: emulator.now().toISOString(), pending: emulator.pending() }),
    'POST clock': async (body) => ({
      ...(await moveClock(emulator, body)),
      pending: emulator.pending(),
    }),
    'POST snapshots'() {
      taken += 1
      const id = `snapshot-${taken}`
      snapshots.set(id, emulator.snapshot())
      if (snapshots.size > snapshotsMax) snapshots.delete(snapshots.keys().next().value as string)
      return { id }
    },
    'PUT snapshots/:id'(_, id) {
      const snapshot = snapshots.get(id)
      if (!snapshot) throw unknownName('snapshot', id, snapshots.keys())
      emulator.restore(snapshot)
      return { now: emulator.now().toISOString() }
    },
  }
}

function moveClock(emulator: Emulator, body: Body): Promise<object> {
  const { advance, to } = insistOnKeys(body, ['advance', 'to'])
  if (typeof to === 'string') return emulator.advanceTo(to)
  if (typeof advance === 'string' || typeof advance === 'number') return emulator.advance(advance)
  throw new EmulatorError('bad_body', {
    could: 'move the clock',
    because: 'neither "advance" nor "to" was sent',
    advice: `Send {"advance":"${formatDuration(300_000)}"} or {"to":"2026-03-01T09:00:00.000Z"}.`,
  })
}
