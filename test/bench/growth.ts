/** The cost of a request with 100,000 rows, compared with 1,000. */
import { withInterception, timedRequests } from './network.ts'
import { type TimedRun, timeInterleaved, costRatio } from './interleaved-runs.ts'
import { type Emulator, withRows } from './worlds.ts'

const small = 1_000
const large = 100_000

/** Only students with this number of enrollments are requested, so that responses have the same size. */
const enrollmentsEach = 2

export async function growthRows(): Promise<Record<string, number>> {
  const few = await timedRuns(small)
  const many = await timedRuns(large)
  const times = await withInterception(() =>
    timeInterleaved(
      {
        read: few.read,
        page: few.page,
        filter: few.filter,
        readMany: many.read,
        pageMany: many.page,
        filterMany: many.filter,
      },
      { rounds: 40, warmups: 40 },
    ),
  )
  return {
    'read at 100,000 rows vs 1,000': costRatio(times.readMany, times.read),
    'page of 25 at 100,000 rows vs 1,000': costRatio(times.pageMany, times.page),
    'filter by student at 100,000 rows vs 1,000': costRatio(times.filterMany, times.filter),
  }
}

/** Rows from the whole table, through MSW and fetch. */
async function timedRuns(rows: number): Promise<Record<'read' | 'page' | 'filter', TimedRun>> {
  const emulator = withRows(rows)
  const { handlers, headers, baseUrl } = emulator
  const timedRun = (paths: readonly string[]): TimedRun =>
    timedRequests(handlers, (number) => ({
      url: `${baseUrl}${paths[number % paths.length]}`,
      init: { headers },
    }))
  const students = await someStudents(emulator)
  return {
    read: timedRun(spread(rows).map((id) => `/users/${id}`)),
    page: timedRun([`/users?cursor=${await cursorInTheMiddle(emulator, rows)}`]),
    filter: timedRun(students.map((id) => `/enrollments?student_id=${id}`)),
  }
}

/** Ids from the whole table, as many as the small world has. */
const spread = (rows: number): number[] =>
  Array.from({ length: small }, (_, i) => (i * rows) / small + 1)

async function someStudents({ fetch, headers }: Emulator): Promise<number[]> {
  const found: number[] = []
  for (let id = 1; found.length < 100; id += 1) {
    const response = await fetch(`/enrollments?student_id=${id}`, { headers })
    if (((await response.json()) as unknown[]).length === enrollmentsEach) found.push(id)
  }
  return found
}

/** Follows the links to the middle of the table, with pages of a hundred rows. */
async function cursorInTheMiddle({ fetch, headers }: Emulator, rows: number): Promise<string> {
  let url = '/users?per_page=100'
  for (let seen = 0; seen < rows / 2; seen += 100) {
    const { headers: answered } = await fetch(url, { headers })
    url = answered.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1] as string
  }
  return new URL(url).searchParams.get('cursor') as string
}
