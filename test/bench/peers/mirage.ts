/** MirageJS in a process of its own, since it puts its own fetch in the place of the real one. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Lane } from '../interleaved-runs.ts'
import type { Contestant, Rows } from './peer.ts'

/** What the process is told, and what it says: ready, or the milliseconds of one call. */
export type Order = { readonly users: Rows } | { readonly run: 'list' | 'read' }

export async function mirage(users: Rows): Promise<Contestant> {
  const child = fork(new URL('mirage-child.ts', import.meta.url))
  await tell(child, { users })
  const lane =
    (run: 'list' | 'read'): Lane =>
    async () =>
      (await tell(child, { run })) as number
  return { list: lane('list'), read: lane('read'), close: () => void child.kill() }
}

async function tell(child: ChildProcess, order: Order): Promise<unknown> {
  const answered = once(child, 'message', { signal: AbortSignal.timeout(30_000) })
  child.send(order)
  return (await answered)[0]
}
