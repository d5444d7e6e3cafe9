/** The baseline: a static handler that returns the same JSON. */
import { http, HttpResponse, type RequestHandler } from 'msw'
import { timedRequests } from './network.ts'
import type { TimedRun } from './interleaved-runs.ts'
import type { Emulator } from './worlds.ts'

type Answer = Parameters<typeof HttpResponse.json>[0]

export function staticGet(url: string, text: string): RequestHandler {
  const body = parseExact(text)
  return http.get(url, () => HttpResponse.json(body))
}

/** It reads the request body, as a create operation must. */
export function staticPost(url: string, text: string): RequestHandler {
  const body = parseExact(text)
  return http.post(url, async ({ request }) => {
    await request.json()
    return HttpResponse.json(body, { status: 201 })
  })
}

/** The JSON value of exactly this text. */
function parseExact(text: string): Answer {
  const body = JSON.parse(text) as Answer
  if (JSON.stringify(body) !== text) throw new Error('the static answer is not the same text')
  return body
}

/** One request: the unit of measurements without requests. */
export async function oneRequest({ baseUrl, headers, fetch }: Emulator): Promise<TimedRun> {
  const url = `${baseUrl}/users/1`
  const text = await (await fetch(url, { headers })).text()
  return timedRequests([staticGet(url, text)], () => ({ url, init: { headers } }))
}
