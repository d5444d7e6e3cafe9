/** Two hand-written MSW handlers over a data library: a list and a read. */
import { http, HttpResponse } from 'msw'
import { timedRequests } from '../network.ts'
import { baseUrl, type Peer, idAt } from './peer.ts'

export interface DataLibrary {
  list(): object[]
  read(id: number): object | null | undefined
}

export function mswPeer({ list, read }: DataLibrary): Peer {
  const listHandler = http.get(`${baseUrl}/users`, () => HttpResponse.json(list()))
  const readHandler = http.get(`${baseUrl}/users/:id`, ({ params }) => {
    const user = read(Number(params['id']))
    return user ? HttpResponse.json(user) : new HttpResponse(null, { status: 404 })
  })
  const url = `${baseUrl}/users`
  return {
    list: timedRequests([listHandler, readHandler], () => ({ url, init: {} })),
    read: timedRequests([listHandler, readHandler], (number) => ({
      url: `${url}/${idAt(number)}`,
      init: {},
    })),
  }
}
