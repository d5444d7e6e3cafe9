import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { demoAdministratorId } from '../demo/administrator.ts'
import { demoTimeAfterCourse } from '../demo/timestamps.ts'
import { formatNumberOrNull } from '../fields/number-text.ts'
import type { Rows } from '../generated/rows.ts'
import {
  keepsGraduationState,
  requiresBothKeys,
  requiresGradeOrScore,
} from '../behaviours/planning.ts'

/** Tables of the records that can have grades, by `gradeable_type`. */
const gradeableTables = {
  Enrollment: 'enrollments',
  'Program::Enrollment': 'program_enrollments',
} as const

type GradeRow = Rows['grades']
type Gradeable = keyof typeof gradeableTables

const GradeShape = {
  ...d.identity,
  grader_id: d.ref('users'),
  grade: d.string().nullable(),
  score: d.string().nullable(),
  gradeable_id: d.polymorphicRef('gradeable_type', gradeableTables).partOf(),
  gradeable_type: d.keyOf(gradeableTables),
  comment: d.string().nullable(),
  ...d.timestamps,
  result: d
    .string()
    .computed((_, { grade, score }: GradeRow) => (d.isBlankText(grade) ? score : grade) ?? ''),
}

const patch = {
  grade: d.string().nullable(),
  score: d.number().asText().nullable(),
  gradeable_id: d.integer(),
  gradeable_type: d.keyOf(gradeableTables),
  comment: d.string().nullable(),
  enrollment_id: d.integer(),
}

const createBody = {
  ...patch,
  grade: patch.grade.requiredBy(requiresBothKeys),
  score: patch.score.requiredBy(requiresBothKeys),
  gradeable_id: patch.gradeable_id.required(),
  gradeable_type: patch.gradeable_type.required(),
  enrollment_id: patch.enrollment_id.deprecated(),
}

function assertResult(tx: d.Tx, { grade, score }: Partial<GradeRow>): void {
  tx.logBehaviour(requiresGradeOrScore)
  if (!d.isBlankText(grade) || (score ?? null) !== null) return
  throw d.unprocessable({ base: ['requires a grade or a score'] }, requiresGradeOrScore)
}

function assertGradeableExists(tx: d.Tx, type: Gradeable, id: number): void {
  if (d.findVisible(tx, gradeableTables[type], id)) return
  throw d.unprocessable({ gradeable_id: ['does not exist'] })
}

const passingScore = 5.5

function updateGraduationState(tx: d.Tx, { gradeable_type, gradeable_id, score }: GradeRow): void {
  if (tx.assumes(keepsGraduationState) || score === null) return
  const graduation_state = Number(score) >= passingScore ? 'passed' : 'failed'
  tx.update(gradeableTables[gradeable_type], gradeable_id, { graduation_state })
}

const options = { singular: 'Grade' }

export default d.resource('grades', GradeShape, options, ({ show, destroy }) => ({
  description: 'A grade for the work of a student.',

  operations: {
    create_grade: d.operation({
      method: 'POST',
      path: '/grades',
      scopes: ['enrollments:modify'],
      body: createBody,
      presenter: d.created('grades'),
      handle(tx, { body: { enrollment_id: _, score, ...sent } }) {
        const values = {
          ...sent,
          score: formatNumberOrNull(score),
          grader_id: tx.ownerId as number,
        }
        assertResult(tx, values)
        assertGradeableExists(tx, sent.gradeable_type, sent.gradeable_id)
        const grade = tx.insert('grades', values)
        updateGraduationState(tx, grade)
        return grade
      },
    }),
    get_grade_by_id: show({ scopes: ['enrollments:read'] }),
    update_grade_by_id: d.operation({
      method: 'PUT',
      path: '/grades/{id}',
      scopes: ['enrollments:modify'],
      body: patch,
      presenter: d.record('grades'),
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
    rowCounts: d.rowCounts(1, 60, 10_000),
    conflict: ({ row: { grade, score } }) => {
      if (score !== null && !d.numberTextPattern.test(score))
        return `the score "${score}" is not a number`
      return score === null && d.isBlankText(grade) ? 'it has no grade and no score' : undefined
    },
    fields: {
      gradeable_type: () => 'Enrollment',
      gradeable_id: ({ pickNext }) => pickNext('enrollments', isGraded),
      score: ({ parent, random }) =>
        String(random.integer(...demoScoreRange(parent('gradeable_id')['graduation_state'])) / 10),
      // A grade without a score has a mark.
      grade: ({ row, random, locale }) =>
        row['score'] === null ? random.pick(textsIn(locale).grades.marks) : undefined,
      grader_id: demoAdministratorId,
      comment: ({ row, random, locale }) => {
        const { passed, failed } = textsIn(locale).grades
        return random.pick([null, ...(Number(row['score']) < demoPassingScore ? failed : passed)])
      },
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

const demoPassingScore = 5.5

const isGraded = ({ status, graduation_state }: d.LooseRow): boolean =>
  status === 'completed' && graduation_state !== 'awaiting_judgement'

/** The lowest and the highest score, in tenths. */
const demoScoreRange = (judgement: string): [number, number] =>
  judgement === 'failed' ? [20, 54] : [55, 100]
