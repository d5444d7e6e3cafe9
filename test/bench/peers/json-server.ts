/** json-server in a separate process, over the loopback interface. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '../built-package.ts'
import { sendRequest, withRealNetwork } from '../network.ts'
import { timedCalls, type TimedRun } from '../interleaved-runs.ts'
import { type Peer, idAt, pageSize, type Rows } from './peer.ts'

/** Its router over in-memory data without middleware, its fastest form. */
const script = `
  const { create, router } = require('json-server')
  process.once('message', (users) => {
    const app = create()
    app.use(router({ users }))
    const listening = app.listen(0, '127.0.0.1', () => process.send(listening.address().port))
  })
`

export async function jsonServer(users: Rows): Promise<Peer> {
  const child = spawn(process.execPath, ['--eval', script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send(users)
  const [port] = await once(child, 'message', { signal: AbortSignal.timeout(30_000) })
  const url = `http://127.0.0.1:${port}/users`
  const timedRun = (address: (number: number) => string): TimedRun => {
    const asking = timedCalls(2, (number) => sendRequest({ url: address(number), init: {} }))
    return () => withRealNetwork(asking)
  }
  return {
    list: timedRun(() => `${url}?_page=1&_limit=${pageSize}`),
    read: timedRun((number) => `${url}/${idAt(number)}`),
    close: () => void child.kill(),
  }
}
