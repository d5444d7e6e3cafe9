/** The texts of a course, one for each course tab. */
import * as d from '../../engine/define/define.ts'
import { identifiesText } from '../behaviours/catalog.ts'

export const CourseTabContentShape = d.object({
  id: d.integer().required(),
  course_tab_id: d.integer().required(),
  content: d.string().nullable().required(),
})

interface Content {
  id: number
  course_tab_id: number
  content: string | null
}

const id = d.identity.id
const content = d.string().nullable()
const course_tab_id = d.ref('course_tabs')
const required = { content: content.required(), course_tab_id: course_tab_id.required() }

/** The body field of a create: texts that replace the text of the same tab. */
export const courseTabContentsCreateBody = () => d.listOf(d.object(required))

/** The body field of an update: omitted properties keep their values. */
export const courseTabContentsUpdateBody = () =>
  d.listOf(d.object({ id: id.deprecated(), content, course_tab_id }))

/** The body field of an update that requires complete texts. */
export const courseTabContentsReplaceBody = () =>
  d.listOf(d.object({ id: id.required(), ...required }))

const tables = ['courses', 'programs'] as const

/** Returns the next id of a text: higher than those of all courses and programs, and of the given texts. */
export function nextTabContentId(tx: d.Tx, given: readonly Content[] = []): number {
  const last = tables.flatMap((table) => {
    const [row] = tx.scan(table, { index: 'course_tab_contents', reverse: true })
    return row?.course_tab_contents ?? []
  })
  return Math.max(0, ...[...last, ...given].map(({ id }) => id)) + 1
}

/** Merges sent texts into the stored texts. A text is identified by its id, or else by its tab. */
export function mergeCourseTabContents(
  tx: d.Tx,
  stored: readonly Content[],
  sent: readonly Partial<Content>[] = [],
): Content[] {
  const contents = [...stored]
  if (sent.length > 0) tx.logBehaviour(identifiesText)
  for (const [place, each] of sent.entries()) {
    const index = contents.findIndex(({ id, course_tab_id }) =>
      each.id === undefined ? course_tab_id === each.course_tab_id : id === each.id,
    )
    const existing = contents[index]
    if (each.id !== undefined && !existing) {
      throw refusedText({ [`course_tab_contents_attributes.${place}.id`]: ['does not exist'] })
    }
    const course_tab_id = each.course_tab_id ?? existing?.course_tab_id
    if (course_tab_id === undefined) {
      throw d.unprocessable({ course_tab_contents_attributes: ['requires a course_tab_id'] })
    }
    const next = {
      id: existing?.id ?? nextTabContentId(tx, contents),
      course_tab_id,
      content: (each.content === undefined ? existing?.content : each.content) ?? null,
    }
    if (existing) contents[index] = next
    else contents.push(next)
  }
  if (sent.length > 0) assertDistinctTabs(contents)
  return contents
}

const refusedText = (errors: Parameters<typeof d.unprocessable>[0]) =>
  d.unprocessable(errors, identifiesText)

function assertDistinctTabs(contents: readonly Content[]): void {
  const tabs = contents.map(({ course_tab_id: tab }) => tab)
  const repeated = tabs.find((tab, place) => tabs.indexOf(tab) < place)
  if (repeated === undefined) return
  throw refusedText({
    course_tab_contents_attributes: [`has two texts for course tab ${repeated}`],
  })
}
