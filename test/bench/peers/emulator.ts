/** The emulator itself, behind the same msw as its peers. */
import { requests } from '../network.ts'
import type { Emulator } from '../worlds.ts'
import { baseUrl, type Contestant, idAt } from './peer.ts'

export function ours({ handlers, headers }: Emulator): Contestant {
  const init = { headers }
  return {
    list: requests(handlers, () => ({ url: `${baseUrl}/users`, init })),
    read: requests(handlers, (number) => ({ url: `${baseUrl}/users/${idAt(number)}`, init })),
  }
}
