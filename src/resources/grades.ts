import {
  amounts,
  assumed,
  behaviour,
  choice,
  created,
  identity,
  type LooseRow,
  number,
  operation,
  record,
  ref,
  refVia,
  resource,
  stamps,
  string,
  integer,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { afterTheCourse } from './demo/timestamps.ts'
import { gradeables } from './grades.gradeables.ts'
import type { Rows } from '../generated/rows.ts'

type GradeRow = Rows['grades']
type Gradeable = keyof typeof gradeables

const movesNothing = assumed('grade.moves', 'a grade moves no state', {
  because: 'the graduation state has no documented moves',
  instead: 'a score of 5.5 or more passes an enrollment, a lower one fails it',
})

const oneOfBoth = behaviour('grade.one_of', 'at least one of grade and score must be given')

const gradeableTypes = Object.keys(gradeables) as Gradeable[]

/** A judgement of a student's work. */
export const Grade = {
  ...identity,
  grader_id: ref('users'),
  grade: string().nullable(),
  score: string().nullable(),
  gradeable_id: refVia('gradeable_type', gradeables).part(),
  gradeable_type: choice(gradeableTypes),
  comment: string().nullable(),
  ...stamps,
  result: string().computed((_, { grade, score }: GradeRow) => grade ?? score ?? ''),
}

const patch = {
  grade: string().nullable(),
  score: number().nullable(),
  gradeable_id: integer(),
  gradeable_type: choice(gradeableTypes),
  comment: string().nullable(),
  enrollment_id: integer(),
}

const createBody = {
  ...patch,
  grade: patch.grade.required(),
  score: patch.score.required(),
  gradeable_id: patch.gradeable_id.required(),
  gradeable_type: patch.gradeable_type.required(),
  enrollment_id: patch.enrollment_id.deprecated(),
}

const scoreOf = (score: number | null | undefined): string | null =>
  score === null || score === undefined ? null : String(score)

function insistOnResult(tx: Tx, { grade, score }: Partial<GradeRow>): void {
  tx.uses(oneOfBoth)
  if ((grade ?? '') !== '' || (score ?? null) !== null) return
  throw unprocessable({ base: ['needs a grade or a score'] }, oneOfBoth)
}

function insistOnGradeable(tx: Tx, type: Gradeable, id: number): void {
  if (tx.find(gradeables[type], id)) return
  throw unprocessable({ gradeable_id: ['does not exist'] })
}

const passingScore = 5.5

function moveGraduation(tx: Tx, { gradeable_type, gradeable_id, score }: GradeRow): void {
  if (tx.takes(movesNothing) || score === null) return
  const graduation_state = Number(score) >= passingScore ? 'passed' : 'failed'
  tx.update(gradeables[gradeable_type], gradeable_id, { graduation_state })
}

export default resource('grades', Grade, { one: 'Grade' }, ({ show, destroy }) => ({
  operations: {
    create_grade: operation({
      method: 'POST',
      path: '/grades',
      scopes: ['enrollments:modify'],
      body: createBody,
      present: created('grades'),
      answer(tx, { body: { enrollment_id: _, score, ...sent } }) {
        const values = { ...sent, score: scoreOf(score), grader_id: tx.owner as number }
        insistOnResult(tx, values)
        insistOnGradeable(tx, sent.gradeable_type, sent.gradeable_id)
        const grade = tx.insert('grades', values)
        moveGraduation(tx, grade)
        return grade
      },
    }),
    get_grade_by_id: show({ scopes: ['enrollments:read'] }),
    update_grade_by_id: operation({
      method: 'PUT',
      path: '/grades/{id}',
      scopes: ['enrollments:modify'],
      body: patch,
      present: record('grades'),
      answer(tx, { id, body: { enrollment_id: _, score, ...sent } }) {
        const before = tx.get('grades', id)
        const values = { ...sent, ...(score !== undefined && { score: scoreOf(score) }) }
        const next = { ...before, ...values }
        insistOnResult(tx, next)
        insistOnGradeable(tx, next.gradeable_type, next.gradeable_id)
        const grade = tx.update('grades', id, values)
        moveGraduation(tx, grade)
        return grade
      },
    }),
    delete_grade_by_id: destroy({ scopes: ['enrollments:destroy'] }),
  },

  recipe: {
    amounts: amounts(1, 60, 10_000),
    fields: {
      gradeable_type: () => 'Enrollment',
      gradeable_id: ({ pickNext }) => pickNext('enrollments', isJudged),
      score: ({ parent, chance }) =>
        String(chance.integer(...scoresFor(parent('gradeable_id')['graduation_state'])) / 10),
      grader_id: () => 1,
      comment: ({ row, chance }) =>
        chance.pick([null, ...(Number(row['score']) < passing ? poor : good)]),
      created_at: (making) => afterTheCourse(making, making.parent('gradeable_id')),
    },
    parents: {
      gradeable_id: ({ row }) => ({
        graduation_state: row['score'] && Number(row['score']) < passing ? 'failed' : 'passed',
      }),
    },
  },
}))

const passing = 5.5
const good = ['Well done.', 'A solid result.']
const poor = ['The last chapter is missing.', 'Can be done again in spring.']

const isJudged = ({ status, graduation_state }: LooseRow): boolean =>
  status === 'completed' && graduation_state !== 'awaiting_judgement'

/** In tenths. */
const scoresFor = (judgement: string): [number, number] =>
  judgement === 'failed' ? [20, 54] : [55, 100]
