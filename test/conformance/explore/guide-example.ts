/** The scenario and the integration of the guide "exploration". The guide quotes this file, without `export`. */
import { type Connect, scenario } from '../../../src/scenarios.ts'

/** The scenario of the guide. */
export const rename = scenario(
  'rename',
  {
    summary: 'A user changes her last name.',
    given: (emulator) => ({ mia: emulator.given('users', { last_name: 'Berg' }) }),
  },
  async ({ emulator, step, given: { mia } }) => {
    await step('Mia marries', () => emulator.act.updateUser({ user: mia, last_name: 'Dekker' }))
  },
)

/** Mirrors last names. It accepts a delivery before it has read the user, and does not retry the read. */
export const forgetful: Connect = ({ baseUrl, token, fetch }) => {
  const names: Record<string, string> = {}
  const headers = { authorization: `Bearer ${token}` }
  const read = async (id: number): Promise<void> => {
    const response = await fetch(`${baseUrl}/users/${id}`, { headers })
    if (!response.ok) return
    names[id] = ((await response.json()) as { last_name: string }).last_name
  }
  return {
    async fetch(request) {
      const { event_data } = (await request.json()) as { event_data: { id: number } }
      await read(event_data.id).catch(() => undefined)
      return new Response(null, { status: 204 })
    },
    resync: () => read(2),
    state: () => names,
  }
}
