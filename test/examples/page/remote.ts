/** Starts the page on a service elsewhere: its address, a token and the user stand in the query. */
import { showPage } from './app.ts'

const query = new URLSearchParams(location.search)
const of = (name: string): string => query.get(name) ?? ''

const headers = { authorization: `Bearer ${of('token')}` }
await showPage({ baseUrl: of('api'), headers }, Number(of('user')))
