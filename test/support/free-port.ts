/** Finds a port for a program that a test starts. */
import { once } from 'node:events'
import { createServer } from 'node:net'

// Note: the system gives higher ports to outgoing connections, which could take one before the program listens.
const [first, count] = [20_000, 10_000]
let next = process.pid * 7

/** A free port of this machine. Each call returns another one. */
export async function freePort(): Promise<number> {
  for (;;) {
    next += 1
    const port = first + (next % count)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
