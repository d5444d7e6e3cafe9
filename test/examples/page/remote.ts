/** Starts the page with a remote service. The query contains its address, a token and the user id. */
import { showPage } from './app.ts'

const query = new URLSearchParams(location.search)
const of = (name: string): string => query.get(name) ?? ''

const headers = { authorization: `Bearer ${of('token')}` }
await showPage({ baseUrl: of('api'), headers }, Number(of('user')))
