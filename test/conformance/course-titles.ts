/** An integration that writes one field of each course. */
import type { Connect } from '../../src/scenarios.ts'

/** Gives each course a title for search engines; with `writesAll` together with its name and code. */
export const titles =
  ({ writesAll = false }): Connect =>
  ({ baseUrl, token, fetch }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const work = async (): Promise<void> => {
      const answer = await fetch(`${baseUrl}/courses?per_page=100`, { headers })
      type Course = Record<'name' | 'code' | 'meta_title', string> & { readonly id: number }
      for (const { id, name, code, meta_title } of (await answer.json()) as Course[]) {
        const title = { meta_title: `${name} | Academy` }
        if (meta_title === title.meta_title) continue
        const body = JSON.stringify(writesAll ? { name, code, ...title } : title)
        const { ok } = await fetch(`${baseUrl}/courses/${id}`, { method: 'PUT', headers, body })
        if (!ok) throw new Error(`course ${id} is not written`)
      }
    }
    return {
      async fetch(request) {
        const { event } = (await request.json()) as { event: string }
        if (event.startsWith('course.')) await work()
        return new Response(null, { status: 204 })
      },
      resync: work,
    }
  }
