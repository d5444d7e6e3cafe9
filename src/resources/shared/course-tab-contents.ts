/** The texts of a course under the headings that the tenant has chosen. */
import {
  identity,
  integer,
  listOf,
  object,
  ref,
  string,
  unprocessable,
} from '../../define/define.ts'

export const CourseTabContentShape = object({
  id: integer().required(),
  course_tab_id: integer().required(),
  content: string().nullable().required(),
})

interface Content {
  id: number
  course_tab_id: number
  content: string | null
}

const id = identity.id
const content = string().nullable()
const course_tab_id = ref('course_tabs')
const [said, under] = [content.required(), course_tab_id.required()]

/** In a body: texts that replace the ones under the same heading. */
export const courseTabContentsCreateBody = () =>
  listOf(object({ content: said, course_tab_id: under }))

/** The same where a part that is not sent stays as it is. */
export const courseTabContentsUpdateBody = () =>
  listOf(object({ id: id.deprecated(), content, course_tab_id }))

/** The same where each text is sent whole. */
export const courseTabContentsReplaceBody = () =>
  listOf(object({ id: id.required(), content: said, course_tab_id: under }))

/** The stored texts after some were sent; a text is found by its heading, or else by its id. */
export function mergeCourseTabContents(
  stored: readonly Content[],
  sent: readonly Partial<Content>[] = [],
): Content[] {
  const contents = [...stored]
  for (const each of sent) {
    const index = contents.findIndex(
      ({ id, course_tab_id }) =>
        course_tab_id === each.course_tab_id || (!each.course_tab_id && id === each.id),
    )
    const existing = contents[index]
    const course_tab_id = each.course_tab_id ?? existing?.course_tab_id
    if (course_tab_id === undefined) {
      throw unprocessable({ course_tab_contents_attributes: ['names no course tab'] })
    }
    const next = {
      id: existing?.id ?? Math.max(0, ...contents.map(({ id }) => id)) + 1,
      course_tab_id,
      content: (each.content === undefined ? existing?.content : each.content) ?? null,
    }
    if (existing) contents[index] = next
    else contents.push(next)
  }
  return contents
}
