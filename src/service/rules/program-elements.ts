/** The elements of a program edition: courses, blocks of courses, evaluations, electives, theses. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'

type ElementRow = Rows['program_elements']

export const elementTypes = [
  'CourseElement',
  'BlockElement',
  'EvaluationElement',
  'ElectiveElement',
  'ThesisElement',
] as const

/** A planned course of the course in the body, which the example call takes from the first course. */
export const plannedCourseBody = () =>
  d
    .ref('planned_courses')
    .nullable()
    .example((tx) => {
      const [first] = tx.scan('courses')
      const [planned] = first ? tx.where('planned_courses', { course_id: first.id }) : []
      return planned?.id ?? null
    })

const base = {
  name: d.string().required(),
  credits: d.string().nullable().required(),
  element_type: d.string().required(),
}

const courseElement = {
  ...base,
  course_id: d.integer().required(),
  planned_course_id: d.integer().nullable().required(),
}

const blockChild = d.variant('element_type', {
  CourseElement: courseElement,
  EvaluationElement: base,
})

/** An element inside an edition. */
export const ElementShape = d.variant('element_type', {
  CourseElement: courseElement,
  BlockElement: { ...base, elements: d.listOf(blockChild).required() },
  EvaluationElement: base,
  ElectiveElement: base,
  ThesisElement: courseElement,
})

/** Lists the elements of an edition in order; a block contains its own elements. */
export function listElements(tx: d.Tx, edition_id: number): object[] {
  const rows = tx.where('program_elements', { edition_id })
  rows.sort((a, b) => a.position - b.position || a.id - b.id)
  return rows.filter(({ block_id }) => block_id === null).map((row) => serializeElement(row, rows))
}

/** Returns the position after the last element of a block, or of the edition. */
export const nextElementPosition = (
  tx: d.Tx,
  edition_id: number,
  block_id: number | null,
): number =>
  Math.max(
    0,
    ...tx.where('program_elements', { edition_id, block_id }).map(({ position }) => position),
  ) + 1

function serializeElement(row: ElementRow, rows: readonly ElementRow[]): object {
  const { name, credits, element_type, of_course_id: course_id, planned_course_id } = row
  const common = { name, credits, element_type }
  if (element_type === 'CourseElement' || element_type === 'ThesisElement') {
    return { ...common, course_id, planned_course_id }
  }
  if (element_type !== 'BlockElement') return common
  const children = rows.filter(({ block_id }) => block_id === row.id)
  return { ...common, elements: children.map((each) => serializeElement(each, rows)) }
}

interface CourseElementInput {
  readonly course_id: number
  readonly planned_course_id?: number | null
}

type ElementInput =
  | (CourseElementInput & { readonly type: 'CourseElement' })
  | {
      readonly type: 'BlockElement'
      readonly name: string
      readonly elements: readonly CourseElementInput[]
    }

/** Inserts a personal element for each course of the edition. */
export function createPersonalElements(tx: d.Tx, enrollment_id: number, edition_id: number): void {
  for (const { id: element_id, of_course_id } of tx.where('program_elements', { edition_id })) {
    if (of_course_id === null) continue
    tx.insert('program_personal_elements', { enrollment_id, element_id, course_id: of_course_id })
  }
}

/** Refuses a planned course of another course. */
export function assertPlannedCourseMatches(
  tx: d.Tx,
  course_id: number,
  planned_course_id: number | null | undefined,
): void {
  const planned = tx.find('planned_courses', planned_course_id)
  if (!planned || planned.course_id === course_id) return
  throw d.unprocessable({ planned_course_id: ['belongs to another course'] })
}

/** Inserts elements in order, with the elements of each block. */
export function createElements(
  tx: d.Tx,
  edition_id: number,
  inputs: readonly ElementInput[],
): void {
  for (const [index, input] of inputs.entries()) {
    const position = index + 1
    if (input.type === 'CourseElement') {
      createCourseElement(tx, edition_id, position, input, null)
      continue
    }
    const { name, elements } = input
    const block = tx.insert('program_elements', {
      edition_id,
      position,
      element_type: 'BlockElement',
      name,
    })
    for (const [childIndex, course] of elements.entries()) {
      createCourseElement(tx, edition_id, childIndex + 1, course, block.id)
    }
  }
}

function createCourseElement(
  tx: d.Tx,
  edition_id: number,
  position: number,
  { course_id, planned_course_id = null }: CourseElementInput,
  block_id: number | null,
): void {
  assertPlannedCourseMatches(tx, course_id, planned_course_id)
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
