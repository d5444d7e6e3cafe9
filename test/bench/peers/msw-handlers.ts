/** Two msw handlers written by hand over a data library: a list and a read. */
import { http, HttpResponse } from 'msw'
import { requests } from '../network.ts'
import { baseUrl, type Contestant, idAt } from './peer.ts'

export interface Library {
  list(): object[]
  read(id: number): object | null | undefined
}

export function byHand({ list, read }: Library): Contestant {
  const listing = http.get(`${baseUrl}/users`, () => HttpResponse.json(list()))
  const reading = http.get(`${baseUrl}/users/:id`, ({ params }) => {
    const user = read(Number(params['id']))
    return user ? HttpResponse.json(user) : new HttpResponse(null, { status: 404 })
  })
  const url = `${baseUrl}/users`
  return {
    list: requests([listing, reading], () => ({ url, init: {} })),
    read: requests([listing, reading], (number) => ({ url: `${url}/${idAt(number)}`, init: {} })),
  }
}
