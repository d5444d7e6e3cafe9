/** The emulator, behind the same MSW as its peers. */
import { timedRequests } from '../network.ts'
import type { Emulator } from '../worlds.ts'
import { baseUrl, type Peer, idAt } from './peer.ts'

export function emulatorPeer({ handlers, headers }: Emulator): Peer {
  const init = { headers }
  return {
    list: timedRequests(handlers, () => ({ url: `${baseUrl}/users`, init })),
    read: timedRequests(handlers, (number) => ({ url: `${baseUrl}/users/${idAt(number)}`, init })),
  }
}
