/** Replaces the state of the emulator so that the replacement can be undone. */
import { callApi, hasRoute } from './api-client.ts'
import { runAction, showToast } from './toast.ts'

interface Replacement {
  /** What replaces the state, for the name of the snapshot: `reset`. */
  readonly noun: string
  readonly run: () => Promise<unknown>
  readonly successText: string
}

/** Takes a snapshot of the state, replaces it, and offers to restore it. */
export const replaceState = ({ noun, run, successText }: Replacement): Promise<unknown> =>
  runAction(async () => {
    const before = hasRoute('POST snapshots')
      ? await callApi<{ id: string }>('POST', 'snapshots', { name: `before the ${noun}` })
      : undefined
    await run()
    showToast(successText, {
      ...(before && { action: { label: 'Undo', run: () => void undo(noun, before.id) } }),
    })
  })

const undo = (noun: string, id: string): Promise<unknown> =>
  runAction(
    () => callApi('PUT', `snapshots/${id}`),
    `The ${noun} is undone: rows, clock, faults and tasks are as before it.`,
  )
