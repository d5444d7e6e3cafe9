import {
  rowCounts,
  choice,
  created,
  equals,
  identity,
  firstIdWhere,
  integer,
  notFound,
  operation,
  partialUpdate,
  record,
  ref,
  resource,
  string,
  statusMessage,
  type Tx,
} from '../define/define.ts'
import {
  elementTypes,
  assertPlannedCourseMatches,
  nextElementPosition,
} from './rules/program-elements.ts'
import type { Rows } from '../generated/rows.ts'

type ElementRow = Rows['program_elements']

/** An element of a program edition. The API shows course elements outside blocks. */
export const ProgramElementShape = {
  ...identity,
  edition_id: ref('program_editions').partOf(),
  position: integer().defaultsTo((tx, { edition_id, block_id = null }: ElementRow) =>
    nextElementPosition(tx, edition_id, block_id),
  ),
  planned_course_id: ref('planned_courses').nullable(),
  course_id: integer().computed((_, { of_course_id }: ElementRow) => of_course_id as number),
  of_course_id: ref('courses').partOf().nullable().hidden(),
  element_type: choice(elementTypes).defaultsTo('CourseElement').hidden(),
  name: string().hidden(),
  credits: string().nullable().hidden(),
  block_id: ref('program_elements').partOf().nullable().hidden(),
}

const isTopLevelCourse = ({ element_type, block_id }: ElementRow): boolean =>
  element_type === 'CourseElement' && block_id === null

function getTopLevelCourse(tx: Tx, id: number): ElementRow {
  const element = tx.get('program_elements', id)
  if (isTopLevelCourse(element)) return element
  throw notFound(`element ${id} is not a course element, or it is inside a block`)
}

const example = (tx: Tx) => ({
  params: { id: firstIdWhere(tx, 'program_elements', isTopLevelCourse) },
})

const flag = 'Programs'
const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const
const path = '/program/elements'

export default resource(
  'program_elements',
  ProgramElementShape,
  {
    singular: 'ProgramElement',
    path,
    group: 'program-elements',
    flaggedRows: { flag: 'Programs' },
  },
  ({ list }) => ({
    operations: {
      get_program_elements: list({
        scopes: reads,
        flag,
        filters: { edition_id: equals('edition_id') },
        where: { element_type: 'CourseElement', block_id: null },
      }),
      create_program_element: operation({
        method: 'POST',
        path,
        scopes: writes,
        flag,
        body: {
          course_id: ref('courses').required(),
          edition_id: ref('program_editions').required(),
          planned_course_id: ref('planned_courses').nullable(),
        },
        presenter: created('program_elements'),
        handle(tx, { body: { course_id, ...rest } }) {
          assertPlannedCourseMatches(tx, course_id, rest.planned_course_id)
          const { name } = tx.get('courses', course_id)
          return tx.insert('program_elements', { ...rest, of_course_id: course_id, name })
        },
      }),
      get_program_element_by_id: operation({
        method: 'GET',
        path: `${path}/{id}`,
        scopes: reads,
        flag,
        presenter: record('program_elements'),
        example,
        handle: (tx, { id }) => getTopLevelCourse(tx, id),
      }),
      update_program_element_by_id: operation({
        method: 'PUT',
        path: `${path}/{id}`,
        scopes: writes,
        flag,
        body: {
          edition_id: ref('program_editions'),
          planned_course_id: ref('planned_courses').nullable(),
        },
        example: (tx) => {
          const { params } = example(tx)
          const course_id = tx.get('program_elements', params.id).of_course_id ?? 0
          const [planned] = tx.where('planned_courses', { course_id })
          return { params, body: { planned_course_id: planned?.id ?? null } }
        },
        presenter: record('program_elements'),
        handle(tx, { id, body }) {
          tx.logBehaviour(partialUpdate)
          const stored = getTopLevelCourse(tx, id)
          // Note: the stored planned course is accepted, also if it moved to another course.
          if (body.planned_course_id !== stored.planned_course_id) {
            assertPlannedCourseMatches(tx, stored.of_course_id ?? 0, body.planned_course_id)
          }
          const { edition_id = stored.edition_id } = body
          const isMoved = edition_id !== stored.edition_id
          const position = isMoved ? nextElementPosition(tx, edition_id, null) : stored.position
          return tx.update('program_elements', id, { ...body, position })
        },
      }),
      delete_program_element_by_id: operation({
        method: 'DELETE',
        path: `${path}/{id}`,
        scopes: ['courses:destroy'],
        flag,
        presenter: statusMessage('The element was deleted.'),
        example,
        handle: (tx, { id }) => tx.remove('program_elements', getTopLevelCourse(tx, id).id),
      }),
    },

    remove: (tx, id) => tx.remove('program_elements', id),

    recipe: {
      rowCounts: rowCounts(3, 140, 1_200),
      repeated: {
        name: ({ row, original, find }) =>
          find('courses', row['of_course_id'])?.['name'] ?? original['name'],
      },
      defaults: { element_type: 'CourseElement' },
      createsReferences: ['of_course_id'],
      conflict: ({ row: { element_type, of_course_id } }) =>
        element_type === 'CourseElement' && of_course_id === null
          ? 'a course element needs a course'
          : undefined,
      fields: {
        // The last editions have no elements.
        edition_id: ({ number, tx }) => tx.find('program_editions', Math.ceil(number / 4))?.id,
        element_type: ({ number }) => (number % 4 === 0 ? 'EvaluationElement' : 'CourseElement'),
        of_course_id: ({ row, pick }) =>
          row['element_type'] === 'CourseElement' ? pick('courses') : null,
        name: ({ row, tx }) => tx.find('courses', row['of_course_id'])?.name ?? 'Final assessment',
        position: ({ number }) => ((number - 1) % 4) + 1,
        credits: ({ random }) => `${random.integer(1, 6)}.0`,
      },
    },
  }),
)
