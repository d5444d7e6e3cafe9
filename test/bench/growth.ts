/** The cost of a request with 100,000 and with 1,000,000 rows, compared with 1,000. */
import { encodeCursor } from '../../src/engine/define/cursor.ts'
import { sendRequest } from './network.ts'
import { timedCalls, type TimedRun, timeInterleaved, costRatio } from './interleaved-runs.ts'
import { type Emulator, withMillionRows, withRows } from './worlds.ts'

const small = 1_000
const large = 100_000
const huge = 1_000_000

/** Only students with this number of enrollments are requested, so that responses have the same size. */
const enrollmentsEach = 2

export async function growthRows(): Promise<Record<string, number>> {
  const few = await timedRuns(withRows(small), small)
  const many = await timedRuns(withRows(large), large)
  const million = await timedRuns(withMillionRows(), huge)
  const times = await timeInterleaved(
    {
      read: few.read,
      page: few.page,
      filter: few.filter,
      readMany: many.read,
      pageMany: many.page,
      filterMany: many.filter,
      readMillion: million.read,
      pageMillion: million.page,
      filterMillion: million.filter,
    },
    { rounds: 20, warmups: 20 },
  )
  return {
    'read at 100,000 rows vs 1,000': costRatio(times.readMany, times.read),
    'page of 25 at 100,000 rows vs 1,000': costRatio(times.pageMany, times.page),
    'filter by student at 100,000 rows vs 1,000': costRatio(times.filterMany, times.filter),
    'read at 1,000,000 rows vs 1,000': costRatio(times.readMillion, times.read),
    'page of 25 at 1,000,000 rows vs 1,000': costRatio(times.pageMillion, times.page),
    'filter by student at 1,000,000 rows vs 1,000': costRatio(times.filterMillion, times.filter),
  }
}

// Note: without MSW, whose share of the time would hide a difference.
/** Rows from the whole table. */
async function timedRuns(
  emulator: Emulator,
  rows: number,
): Promise<Record<'read' | 'page' | 'filter', TimedRun>> {
  const { fetch, headers, baseUrl } = emulator
  const timedRun = (paths: readonly string[]): TimedRun =>
    timedCalls(8, (number) => {
      const url = `${baseUrl}${paths[number % paths.length]}`
      return sendRequest({ url, init: { headers } }, fetch)
    })
  const students = await someStudents(emulator, rows > large ? rows / 2 : 0)
  return {
    read: timedRun(spread(rows).map((id) => `/users/${id}`)),
    page: timedRun([`/users?cursor=${cursorInTheMiddle(rows)}`]),
    filter: timedRun(students.map((id) => `/enrollments?student_id=${id}`)),
  }
}

/** Ids from the whole table, as many as the small world has. */
const spread = (rows: number): number[] =>
  Array.from({ length: small }, (_, i) => (i * rows) / small + 1)

async function someStudents({ fetch, headers }: Emulator, after: number): Promise<number[]> {
  const found: number[] = []
  for (let id = after + 1; found.length < 100; id += 1) {
    const response = await fetch(`/enrollments?student_id=${id}`, { headers })
    if (((await response.json()) as unknown[]).length === enrollmentsEach) found.push(id)
  }
  return found
}

/** The cursor after half of the rows. */
const cursorInTheMiddle = (rows: number): string =>
  encodeCursor({ key: [rows / 2], before: false }, [])
