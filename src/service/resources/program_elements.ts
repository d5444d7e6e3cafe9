import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import {
  elementTypes,
  assertPlannedCourseMatches,
  nextElementPosition,
  plannedCourseBody,
} from '../rules/program-elements.ts'
import type { Rows } from '../generated/rows.ts'
import { flaggedPrograms } from '../rules/flagged-programs.ts'

type ElementRow = Rows['program_elements']

const ProgramElementShape = {
  ...d.identity,
  edition_id: d.ref('program_editions').partOf(),
  position: d
    .integer()
    .defaultsTo((tx, { edition_id, block_id = null }: ElementRow) =>
      nextElementPosition(tx, edition_id, block_id),
    ),
  planned_course_id: d.ref('planned_courses').nullable(),
  course_id: d.integer().computed((_, { of_course_id }: ElementRow) => of_course_id as number),
  of_course_id: d.ref('courses').partOf().nullable().hidden(),
  element_type: d.choice(elementTypes).defaultsTo('CourseElement').hidden(),
  name: d.string().hidden(),
  credits: d.string().nullable().hidden(),
  block_id: d.ref('program_elements').partOf().nullable().hidden(),
}

const isTopLevelCourse = ({ element_type, block_id }: ElementRow): boolean =>
  element_type === 'CourseElement' && block_id === null

function getTopLevelCourse(tx: d.Tx, id: number): ElementRow {
  const element = tx.get('program_elements', id)
  if (isTopLevelCourse(element)) return element
  throw d.notFound(`element ${id} is not a course element, or it is inside a block`)
}

const example = d.exampleWhere('program_elements', isTopLevelCourse)

const reads = ['courses:read'] as const
const writes = ['courses:modify'] as const
const path = '/program/elements'

export default d.resource(
  'program_elements',
  ProgramElementShape,
  {
    singular: 'ProgramElement',
    path,
    group: 'program-elements',
    flaggedRows: flaggedPrograms,
  },
  ({ list }) => ({
    description: 'An element of a program edition. The API shows course elements outside blocks.',

    operations: {
      get_program_elements: list({
        scopes: reads,
        filters: { edition_id: d.equals('edition_id') },
        where: { element_type: 'CourseElement', block_id: null },
      }),
      create_program_element: d.operation({
        method: 'POST',
        path,
        scopes: writes,
        body: {
          course_id: d.ref('courses').required(),
          edition_id: d.ref('program_editions').required(),
          planned_course_id: plannedCourseBody(),
        },
        presenter: d.created('program_elements'),
        handle(tx, { body: { course_id, ...rest } }) {
          assertPlannedCourseMatches(tx, course_id, rest.planned_course_id)
          const { name } = tx.get('courses', course_id)
          return tx.insert('program_elements', { ...rest, of_course_id: course_id, name })
        },
      }),
      get_program_element_by_id: d.operation({
        method: 'GET',
        path: `${path}/{id}`,
        scopes: reads,
        presenter: d.record('program_elements'),
        example,
        handle: (tx, { id }) => getTopLevelCourse(tx, id),
      }),
      update_program_element_by_id: d.operation({
        method: 'PUT',
        path: `${path}/{id}`,
        scopes: writes,
        body: {
          edition_id: d.ref('program_editions'),
          planned_course_id: d.ref('planned_courses').nullable(),
        },
        example: (tx) => {
          const { params } = example(tx)
          const course_id = tx.get('program_elements', params.id).of_course_id ?? 0
          const [planned] = tx.where('planned_courses', { course_id })
          return { params, body: { planned_course_id: planned?.id ?? null } }
        },
        presenter: d.record('program_elements'),
        handle(tx, { id, body }) {
          tx.logBehaviour(d.partialUpdate)
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
      delete_program_element_by_id: d.operation({
        method: 'DELETE',
        path: `${path}/{id}`,
        scopes: ['courses:destroy'],
        presenter: d.statusMessage('The element was deleted.'),
        example,
        handle: (tx, { id }) => tx.remove('program_elements', getTopLevelCourse(tx, id).id),
      }),
    },

    remove: (tx, id) => tx.remove('program_elements', id),

    recipe: {
      rowCounts: d.rowCounts(3, 140, 1_200),
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
        name: ({ row, tx, locale }) =>
          tx.find('courses', row['of_course_id'])?.name ?? textsIn(locale).programs.finalElement,
        position: ({ number }) => ((number - 1) % 4) + 1,
        credits: ({ random }) => `${random.integer(1, 6)}.0`,
      },
    },
  }),
)
