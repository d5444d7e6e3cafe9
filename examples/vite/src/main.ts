/** Starts the page. The query can name another service, its token and the user. */
import { showPage } from './app.js'

const query = new URLSearchParams(location.search)
const baseUrl = query.get('api') ?? `${location.origin}/api/v1`
const headers = { authorization: `Bearer ${query.get('token') ?? 'course-admin-token'}` }
await showPage({ baseUrl, headers }, Number(query.get('user') ?? 1))
