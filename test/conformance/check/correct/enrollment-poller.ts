/**
 * A correct poller: it keeps each enrollment, and counts them by edition. A poll that is refused or not answered
 * keeps the earlier state, reports a problem, and leaves the rest to the next one.
 */
import type { Connect } from '../../../../src/scenarios.ts'

interface Enrollment {
  readonly id: number
  readonly planned_course_id: number
  readonly status: string
}

interface Kept {
  readonly enrollments: readonly Enrollment[]
  readonly problems: readonly string[]
}

/** `perPage` is the size of a page, and the default of the service without it. */
export const enrollmentPoller =
  (perPage: number | undefined): Connect =>
  ({ baseUrl, token, fetch, storage }) => {
    const kept = (): Kept => storage.get<Kept>('kept') ?? { enrollments: [], problems: [] }

    async function readAll(): Promise<Enrollment[]> {
      const found: Enrollment[] = []
      const size = perPage === undefined ? '' : `&per_page=${perPage}`
      for (
        let url: string | undefined = `${baseUrl}/enrollments?with_canceled=false${size}`;
        url;
      ) {
        const response: Response = await fetch(url, {
          headers: { authorization: `Bearer ${token}` },
        })
        if (!response.ok) throw new Error(`the service answered ${response.status}`)
        found.push(...((await response.json()) as Enrollment[]))
        url = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
      }
      return found.map(({ id, planned_course_id, status }) => ({ id, planned_course_id, status }))
    }

    return {
      async resync() {
        try {
          storage.set('kept', { enrollments: await readAll(), problems: [] })
        } catch {
          storage.set('kept', { ...kept(), problems: ['a poll failed'] })
        }
      },
      state() {
        const counts: Record<string, number> = {}
        const records: Record<string, string> = {}
        for (const { id, planned_course_id: edition, status } of kept().enrollments) {
          counts[`edition ${edition}`] = (counts[`edition ${edition}`] ?? 0) + 1
          records[`enrollment ${id}`] = status
        }
        return { counts, records }
      },
      problems: () => kept().problems,
    }
  }
