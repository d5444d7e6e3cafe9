/** Starts the page. The query can name another service, its token and the user. */
import { showPage } from './app.js'
import { addDrawer } from './drawer.js'
import { call, type User } from './service.js'

const query = new URLSearchParams(location.search)
const api = query.get('api')
const service = {
  baseUrl: api ?? `${location.origin}/api/v1`,
  headers: { authorization: `Bearer ${query.get('token') ?? 'course-admin-token'}` },
}

/** Signs Mia in, whom `demo/world.ts` creates. */
async function signIn(): Promise<number> {
  const [mia] = await call<User[]>(service, '/users?email=mia@example.test')
  return mia?.id ?? 1
}

// The dev server has an emulator with a control plane, and another service has none.
if (api === null) addDrawer('/_emulator/')
await showPage(service, Number(query.get('user') ?? (await signIn())))
