/** An integration with a defect: it confirms a delivery also if it could not read the user. */
import type { Connect } from '../../../src/scenarios.ts'

/** Mirrors last names, each changed by `nameOf`. It does not repeat a failed read. */
export const forgetfulMirror =
  (nameOf: (name: string) => string = (name) => name): Connect =>
  ({ baseUrl, token, fetch }) => {
    const names: Record<string, string> = {}
    return {
      async fetch(request) {
        const { event_data } = (await request.json()) as { event_data: { id: number } }
        const url = `${baseUrl}/users/${event_data.id}`
        const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } }).catch(
          () => undefined,
        )
        const user = response?.ok && (await response.json().catch(() => undefined))
        if (user) names[event_data.id] = nameOf((user as { last_name: string }).last_name)
        return new Response(null, { status: 204 })
      },
      state: () => names,
    }
  }
