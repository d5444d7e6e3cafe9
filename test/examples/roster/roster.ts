/**
 * Keeps a roster: the names of the participants of each edition. It has no webhook endpoint. Each poll reads the
 * service in full and replaces the roster, and a poll that fails keeps the earlier one.
 */
import type { Connect, Connection } from 'course-admin-emulator/scenarios'

interface User {
  id: number
  first_name: string
  last_name: string
  email: string
}

interface Enrollment {
  student_id: number
  planned_course_id: number
}

/** The participants by edition, such as `{ 'edition 3': ['Mia Berg <mia@example.test>'] }`. */
type Roster = Record<string, string[]>

/** The number of attempts of a call. The delay between them doubles: 1, 2, 4 minutes and so on. */
const attemptsMax = 7

interface Page {
  rows: unknown[]
  next: string | undefined
}

/** Why a call failed. */
interface Failure {
  reason: string
  isTemporary: boolean
  /** The time that the service asks to wait, in milliseconds. */
  waitMs: number | undefined
}

/** A response that is not successful. The message has no query, because it can contain personal data. */
class Refused extends Error {}

/** Sends a GET request until it succeeds. */
async function read(url: string, { token, fetch, sleep }: Connection): Promise<Page> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptTo(url, token, fetch)
    if ('rows' in answer) return answer
    if (attempt >= attemptsMax || !answer.isTemporary) throw new Refused(answer.reason)
    await sleep({ ms: answer.waitMs ?? 2 ** (attempt - 1) * 60_000 })
  }
}

async function attemptTo(
  url: string,
  token: string,
  fetch: Connection['fetch'],
): Promise<Page | Failure> {
  const { pathname } = new URL(url)
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const { status, headers } = response
    if (response.ok) {
      const next = /<([^>]+)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1]
      return { rows: (await response.json()) as unknown[], next }
    }
    const reason = `GET ${pathname} answered ${status}`
    const seconds = status === 429 ? Number(headers.get('retry-after') ?? 60) : undefined
    const waitMs = seconds === undefined ? undefined : seconds * 1_000
    return { reason, isTemporary: status === 429 || status >= 500, waitMs }
  } catch {
    // Note: the connection was lost, or the body was cut.
    return { reason: `GET ${pathname} was not answered`, isTemporary: true, waitMs: undefined }
  }
}

/** Reads all pages of a list. */
async function readAll<T>(path: string, connection: Connection): Promise<T[]> {
  const rows: unknown[] = []
  for (let url: string | undefined = connection.baseUrl + path; url;) {
    const page: Page = await read(url, connection)
    rows.push(...page.rows)
    url = page.next
  }
  return rows as T[]
}

async function readRoster(connection: Connection): Promise<Roster> {
  const enrollments = await readAll<Enrollment>(
    '/enrollments?with_canceled=false&per_page=100',
    connection,
  )
  const users = await readAll<User>('/users?per_page=100', connection)
  const nameOf = new Map(
    users.map((user) => [user.id, `${user.first_name} ${user.last_name} <${user.email}>`]),
  )
  const roster: Roster = {}
  for (const { student_id, planned_course_id } of enrollments) {
    const name = nameOf.get(student_id)
    // An enrollment can refer to a deleted user.
    if (name !== undefined) (roster[`edition ${planned_course_id}`] ??= []).push(name)
  }
  for (const names of Object.values(roster)) names.sort()
  return roster
}

/** Connects the roster. `resync` is one poll: a scheduler calls it each hour. */
export const connectRoster: Connect = (connection) => {
  const { storage } = connection
  return {
    async resync() {
      try {
        storage.set('roster', await readRoster(connection))
        storage.delete('problem')
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        storage.set('problem', error.message)
      }
    },
    state: () => storage.get<Roster>('roster') ?? {},
    problems: () => [storage.get<string>('problem') ?? []].flat(),
  }
}
