/** What everything is measured against: a static handler that answers the same JSON. */
import { http, HttpResponse, type RequestHandler } from 'msw'
import { timedRequests } from './network.ts'
import type { TimedRun } from './interleaved-runs.ts'
import type { Emulator } from './worlds.ts'

type Answer = Parameters<typeof HttpResponse.json>[0]

export function staticGet(url: string, text: string): RequestHandler {
  const body = parseExact(text)
  return http.get(url, () => HttpResponse.json(body))
}

/** It reads what is sent, as whoever creates something must. */
export function staticPost(url: string, text: string): RequestHandler {
  const body = parseExact(text)
  return http.post(url, async ({ request }) => {
    await request.json()
    return HttpResponse.json(body, { status: 201 })
  })
}

/** The JSON value that is written as exactly this text. */
function parseExact(text: string): Answer {
  const body = JSON.parse(text) as Answer
  if (JSON.stringify(body) !== text) throw new Error('the static answer is not the same text')
  return body
}

/** One request: the unit for whatever is not a request itself. */
export async function oneRequest({ baseUrl, headers, fetch }: Emulator): Promise<TimedRun> {
  const url = `${baseUrl}/users/1`
  const text = await (await fetch(url, { headers })).text()
  return timedRequests([staticGet(url, text)], () => ({ url, init: { headers } }))
}
