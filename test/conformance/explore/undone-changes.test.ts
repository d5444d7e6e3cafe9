/** A change is undone: work that an integration planned for it must not happen. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import type { Connect } from '../../../src/scenarios.ts'
import { patientReads } from './patient-reads.ts'

interface Course {
  readonly id: number
  readonly is_published: boolean
}

/** Has a page for each published course. Removes it twelve hours after the course was unpublished. */
const pages =
  (readsAgain: boolean): Connect =>
  (connection) => {
    const { sleep } = connection
    const read = patientReads(connection)
    const shown = new Set<number>()
    async function removeLater(id: number): Promise<void> {
      await sleep('12h')
      const course = readsAgain ? await read<Course>(`/courses/${id}`) : undefined
      if (!course?.is_published) shown.delete(id)
    }
    return {
      async fetch(request) {
        const { event_data } = (await request.json()) as { event_data: { id: number } }
        const course = await read<Course>(`/courses/${event_data.id}`)
        if (course?.is_published) shown.add(course.id)
        else void removeLater(event_data.id)
        return new Response(null, { status: 204 })
      },
      async resync() {
        const courses = (await read<Course[]>('/courses?per_page=100')) ?? []
        shown.clear()
        for (const { id, is_published } of courses) if (is_published) shown.add(id)
      },
      state: () => Object.fromEntries([...shown].map((id) => [id, true])),
    }
  }

const options = { acts: ['update courses'], steps: 1, deviations: ['deliveries'] } as const

test('a removal that is not checked again is found', async () => {
  const { failures } = await explore(pages(false), { ...options, until: 'first', runs: 300 })
  expect(failures[0]?.replay).toBe('update course1 is_published and back | baseline')
  expect(failures[0]?.code).toContain("await emulator.advance('1h')")
  expect(failures[0]?.code).toContain('{ is_published: course1.is_published }')
}, 60_000)

test('a removal that reads the course again converges', async () => {
  assertConverges(await explore(pages(true), { ...options, runs: 300 }))
}, 60_000)
