/** An incorrect integration for `explore --app`: it counts deliveries, so that a repeated one changes the state. */
import type { Connect } from 'course-admin-emulator/scenarios'

const connect: Connect = ({ baseUrl, token, fetch }) => {
  let count = 0
  return {
    async fetch() {
      await fetch(`${baseUrl}/users/2`, { headers: { authorization: `Bearer ${token}` } })
      count += 1
      return new Response(null, { status: 204 })
    },
    state: () => ({ count }),
  }
}

export default connect
