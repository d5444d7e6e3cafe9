/** The texts of a course under the headings that the tenant has chosen. */
import { identity, integer, listOf, object, ref, string, unprocessable } from '../../define.ts'

export const TabContent = object({
  id: integer().required(),
  course_tab_id: integer().required(),
  content: string().nullable().required(),
})

interface Content {
  id: number
  course_tab_id: number
  content: string | null
}

/** In a body: texts that replace the ones under the same heading. */
export const tabContentsBody = () =>
  listOf(
    object({
      id: identity.id.deprecated(),
      content: string().nullable(),
      course_tab_id: ref('course_tabs'),
    }),
  )

/** The stored texts after some were sent; a text is found by its heading, or else by its id. */
export function storedContents(
  stored: readonly Content[],
  sent: readonly Partial<Content>[] = [],
): Content[] {
  const contents = [...stored]
  for (const each of sent) {
    const place = contents.findIndex(
      ({ id, course_tab_id }) =>
        course_tab_id === each.course_tab_id || (!each.course_tab_id && id === each.id),
    )
    const known = contents[place]
    const course_tab_id = each.course_tab_id ?? known?.course_tab_id
    if (course_tab_id === undefined) {
      throw unprocessable({ course_tab_contents_attributes: ['names no course tab'] })
    }
    const next = {
      id: known?.id ?? Math.max(0, ...contents.map(({ id }) => id)) + 1,
      course_tab_id,
      content: (each.content === undefined ? known?.content : each.content) ?? null,
    }
    if (known) contents[place] = next
    else contents.push(next)
  }
  return contents
}
