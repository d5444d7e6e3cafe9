/** What a program edition is made of: courses, blocks of courses, evaluations, electives, theses. */
import { integer, listOf, string, type Tx, unprocessable, variant } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'

type ElementRow = Rows['program_elements']

export const elementTypes = [
  'CourseElement',
  'BlockElement',
  'EvaluationElement',
  'ElectiveElement',
  'ThesisElement',
] as const

const base = {
  name: string().required(),
  credits: string().nullable().required(),
  element_type: string().required(),
}

const ofCourse = {
  ...base,
  course_id: integer().required(),
  planned_course_id: integer().nullable().required(),
}

const inBlock = variant('element_type', { CourseElement: ofCourse, EvaluationElement: base })

/** An element as an edition shows it. */
export const ElementShown = variant('element_type', {
  CourseElement: ofCourse,
  BlockElement: { ...base, elements: listOf(inBlock).required() },
  EvaluationElement: base,
  ElectiveElement: base,
  ThesisElement: ofCourse,
})

/** The elements of an edition in their order, blocks with what stands in them. */
export function elementsOf(tx: Tx, edition_id: number): object[] {
  const rows = tx.where('program_elements', { edition_id })
  rows.sort((a, b) => a.position - b.position || a.id - b.id)
  return rows.filter(({ block_id }) => block_id === null).map((row) => shown(row, rows))
}

/** Behind the last one there, in a block or in none. */
export const nextPosition = (tx: Tx, edition_id: number, block_id: number | null): number =>
  Math.max(
    0,
    ...tx.where('program_elements', { edition_id, block_id }).map(({ position }) => position),
  ) + 1

function shown(row: ElementRow, all: readonly ElementRow[]): object {
  const { name, credits, element_type, of_course_id: course_id, planned_course_id } = row
  const plain = { name, credits, element_type }
  if (element_type === 'CourseElement' || element_type === 'ThesisElement') {
    return { ...plain, course_id, planned_course_id }
  }
  if (element_type !== 'BlockElement') return plain
  const inside = all.filter(({ block_id }) => block_id === row.id)
  return { ...plain, elements: inside.map((each) => shown(each, all)) }
}

interface CoursePlan {
  readonly course_id: number
  readonly planned_course_id?: number | null
}

type ElementPlan =
  | (CoursePlan & { readonly type: 'CourseElement' })
  | {
      readonly type: 'BlockElement'
      readonly name: string
      readonly elements: readonly CoursePlan[]
    }

/** The program of one student: a part for each course that the edition has, in a block or not. */
export function plantPersonalElements(tx: Tx, enrollment_id: number, edition_id: number): void {
  for (const { id: element_id, of_course_id } of tx.where('program_elements', { edition_id })) {
    if (of_course_id === null) continue
    tx.insert('program_personal_elements', { enrollment_id, element_id, course_id: of_course_id })
  }
}

/** Refuses a planned course of another course. */
export function insistOnCourse(
  tx: Tx,
  course_id: number,
  planned_course_id: number | null | undefined,
): void {
  const planned = tx.find('planned_courses', planned_course_id)
  if (!planned || planned.course_id === course_id) return
  throw unprocessable({ planned_course_id: ['is of another course'] })
}

/** Stores elements in their order, the ones in a block behind it. */
export function plantElements(tx: Tx, edition_id: number, plans: readonly ElementPlan[]): void {
  for (const [place, plan] of plans.entries()) {
    const position = place + 1
    if (plan.type === 'CourseElement') {
      plantCourse(tx, edition_id, position, plan, null)
      continue
    }
    const { name, elements } = plan
    const block = tx.insert('program_elements', {
      edition_id,
      position,
      element_type: 'BlockElement',
      name,
    })
    for (const [inner, course] of elements.entries()) {
      plantCourse(tx, edition_id, inner + 1, course, block.id)
    }
  }
}

function plantCourse(
  tx: Tx,
  edition_id: number,
  position: number,
  { course_id, planned_course_id = null }: CoursePlan,
  block_id: number | null,
): void {
  insistOnCourse(tx, course_id, planned_course_id)
  const { name } = tx.get('courses', course_id)
  tx.insert('program_elements', {
    edition_id,
    position,
    name,
    of_course_id: course_id,
    planned_course_id,
    block_id,
  })
}
