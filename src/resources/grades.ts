import {
  rowCounts,
  assumed,
  behaviour,
  choice,
  created,
  findVisible,
  identity,
  isBlankText,
  type LooseRow,
  number,
  numberTextPattern,
  operation,
  record,
  ref,
  polymorphicRef,
  resource,
  timestamps,
  string,
  integer,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { demoAdministratorId } from './demo/administrator.ts'
import { demoTimeAfterCourse } from './demo/timestamps.ts'
import { gradeableTables } from './grades.gradeables.ts'
import { formatNumberOrNull } from './shared/number-text.ts'
import type { Rows } from '../generated/rows.ts'

type GradeRow = Rows['grades']
type Gradeable = keyof typeof gradeableTables

const keepsGraduationState = assumed(
  'grade.graduation_state',
  'a grade changes no graduation state',
  {
    reason: 'no transition of the graduation state is documented',
    alternatives: {
      alternative: 'a score of 5.5 or more passes the enrollment; a lower score fails it',
    },
  },
)

const requiresGradeOrScore = behaviour('grade.one_of', 'a grade record needs a grade or a score')

const acceptsOneResult = assumed(
  'grade.alone',
  'a grade without a score is valid, and so is a score',
  {
    reason: 'the document requires at least one of the two',
    alternatives: {
      alternative: 'creating a grade record needs both fields, of which one can be null',
    },
  },
)

const gradeableTypes = Object.keys(gradeableTables) as Gradeable[]

/** A grade for the work of a student. */
export const GradeShape = {
  ...identity,
  grader_id: ref('users'),
  grade: string().nullable(),
  score: string().nullable(),
  gradeable_id: polymorphicRef('gradeable_type', gradeableTables).partOf(),
  gradeable_type: choice(gradeableTypes),
  comment: string().nullable(),
  ...timestamps,
  result: string().computed(
    (_, { grade, score }: GradeRow) => (isBlankText(grade) ? score : grade) ?? '',
  ),
}

const patch = {
  grade: string().nullable(),
  score: number().asText().nullable(),
  gradeable_id: integer(),
  gradeable_type: choice(gradeableTypes),
  comment: string().nullable(),
  enrollment_id: integer(),
}

const createBody = {
  ...patch,
  gradeable_id: patch.gradeable_id.required(),
  gradeable_type: patch.gradeable_type.required(),
  enrollment_id: patch.enrollment_id.deprecated(),
}

function assertResult(tx: Tx, { grade, score }: Partial<GradeRow>): void {
  tx.logBehaviour(requiresGradeOrScore)
  if (!isBlankText(grade) || (score ?? null) !== null) return
  throw unprocessable({ base: ['requires a grade or a score'] }, requiresGradeOrScore)
}

/** Refuses a new record that omits the grade or the score, if the alternative requires both. */
function assertBothResults(tx: Tx, { grade, score }: { grade?: unknown; score?: unknown }): void {
  const missing = Object.entries({ grade, score }).filter(([, value]) => value === undefined)
  if (missing.length === 0 || tx.assumes(acceptsOneResult)) return
  const errors = Object.fromEntries(missing.map(([name]) => [name, ['is missing']]))
  throw unprocessable(errors, acceptsOneResult)
}

function assertGradeableExists(tx: Tx, type: Gradeable, id: number): void {
  if (findVisible(tx, gradeableTables[type], id)) return
  throw unprocessable({ gradeable_id: ['does not exist'] })
}

const passingScore = 5.5

function updateGraduationState(tx: Tx, { gradeable_type, gradeable_id, score }: GradeRow): void {
  if (tx.assumes(keepsGraduationState) || score === null) return
  const graduation_state = Number(score) >= passingScore ? 'passed' : 'failed'
  tx.update(gradeableTables[gradeable_type], gradeable_id, { graduation_state })
}

const flaggedRows = { flag: 'Programs', where: { gradeable_type: 'Program::Enrollment' } } as const
const options = { singular: 'Grade', flaggedRows }

export default resource('grades', GradeShape, options, ({ show, destroy }) => ({
  operations: {
    create_grade: operation({
      method: 'POST',
      path: '/grades',
      scopes: ['enrollments:modify'],
      body: createBody,
      presenter: created('grades'),
      handle(tx, { body: { enrollment_id: _, score, ...sent } }) {
        const values = {
          ...sent,
          score: formatNumberOrNull(score),
          grader_id: tx.ownerId as number,
        }
        assertBothResults(tx, { grade: sent.grade, score })
        assertResult(tx, values)
        assertGradeableExists(tx, sent.gradeable_type, sent.gradeable_id)
        const grade = tx.insert('grades', values)
        updateGraduationState(tx, grade)
        return grade
      },
    }),
    get_grade_by_id: show({ scopes: ['enrollments:read'] }),
    update_grade_by_id: operation({
      method: 'PUT',
      path: '/grades/{id}',
      scopes: ['enrollments:modify'],
      body: patch,
      presenter: record('grades'),
      handle(tx, { id, body: { enrollment_id: _, score, ...sent } }) {
        const before = tx.get('grades', id)
        const values = { ...sent, ...(score !== undefined && { score: formatNumberOrNull(score) }) }
        const next = { ...before, ...values }
        assertResult(tx, next)
        assertGradeableExists(tx, next.gradeable_type, next.gradeable_id)
        const grade = tx.update('grades', id, values)
        updateGraduationState(tx, grade)
        return grade
      },
    }),
    delete_grade_by_id: destroy({ scopes: ['enrollments:destroy'] }),
  },

  recipe: {
    rowCounts: rowCounts(1, 60, 10_000),
    conflict: ({ row: { grade, score } }) => {
      if (score !== null && !numberTextPattern.test(score))
        return `the score "${score}" is not a number`
      return score === null && isBlankText(grade) ? 'it has no grade and no score' : undefined
    },
    fields: {
      gradeable_type: () => 'Enrollment',
      gradeable_id: ({ pickNext }) => pickNext('enrollments', isGraded),
      score: ({ parent, random }) =>
        String(random.integer(...demoScoreRange(parent('gradeable_id')['graduation_state'])) / 10),
      // A grade without a score has a mark.
      grade: ({ row, random }) => (row['score'] === null ? random.pick(demoMarks) : undefined),
      grader_id: demoAdministratorId,
      comment: ({ row, random }) =>
        random.pick([
          null,
          ...(Number(row['score']) < demoPassingScore ? demoFailComments : demoPassComments),
        ]),
      created_at: (context) => demoTimeAfterCourse(context, context.parent('gradeable_id')),
    },
    parentValues: {
      gradeable_id: ({ row }) => ({
        graduation_state:
          row['score'] && Number(row['score']) < demoPassingScore ? 'failed' : 'passed',
      }),
    },
  },
}))

const demoMarks = ['pass', 'good', 'excellent']
const demoPassingScore = 5.5
const demoPassComments = ['Well done.', 'A solid result.']
const demoFailComments = ['The last chapter is missing.', 'Can be done again in spring.']

const isGraded = ({ status, graduation_state }: LooseRow): boolean =>
  status === 'completed' && graduation_state !== 'awaiting_judgement'

/** The lowest and the highest score, in tenths. */
const demoScoreRange = (judgement: string): [number, number] =>
  judgement === 'failed' ? [20, 54] : [55, 100]
