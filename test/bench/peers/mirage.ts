/** MirageJS in a separate process, since it replaces fetch. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { TimedRun } from '../interleaved-runs.ts'
import type { Peer, Rows } from './peer.ts'

/** The messages to and from the process: ready, or the milliseconds of one call. */
export type ChildCommand = { readonly users: Rows } | { readonly run: 'list' | 'read' }

export async function mirage(users: Rows): Promise<Peer> {
  const child = fork(new URL('mirage-child.ts', import.meta.url))
  await sendCommand(child, { users })
  const timedRun =
    (run: 'list' | 'read'): TimedRun =>
    async () =>
      (await sendCommand(child, { run })) as number
  return { list: timedRun('list'), read: timedRun('read'), close: () => void child.kill() }
}

async function sendCommand(child: ChildProcess, order: ChildCommand): Promise<unknown> {
  const answered = once(child, 'message', { signal: AbortSignal.timeout(30_000) })
  child.send(order)
  return (await answered)[0]
}
