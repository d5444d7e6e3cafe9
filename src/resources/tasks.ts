import {
  amounts,
  boolean,
  choice,
  created,
  date,
  identity,
  integer,
  type LooseRow,
  operation,
  record,
  ref,
  refs,
  refVia,
  resource,
  stamps,
  string,
  timestamp,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { secondsAfter } from './shared/dates.ts'
import { taskSubjects, type SubjectType } from './tasks.subjects.ts'
import type { Rows } from '../generated/rows.ts'

type TaskRow = Rows['tasks']

const subjectTypes = Object.keys(taskSubjects) as SubjectType[]

/** Something that an administrator is to do. */
export const Task = {
  ...identity,
  creator_id: ref('users'),
  completed_at: timestamp().nullable(),
  completed_by_id: ref('users').nullable(),
  assigned_by_id: ref('users').nullable(),
  name: string(),
  description: string().nullable(),
  due_date: string().nullable(),
  starred: boolean().initially(false),
  assignee_id: ref('users').nullable(),
  subject_type: choice(subjectTypes).nullable(),
  subject_id: refVia('subject_type', taskSubjects).nullable(),
  ...stamps,
  label_ids: refs('labels'),
}

const patch = {
  name: string(),
  description: string().nullable(),
  due_date: date().nullable(),
  starred: boolean(),
  assignee_id: ref('users').nullable(),
  subject_type: choice(subjectTypes).nullable(),
  subject_id: integer().nullable(),
  completed: boolean(),
}

const createBody = { ...patch, name: patch.name.required() }

interface Sent extends Partial<Pick<TaskRow, 'subject_type' | 'subject_id' | 'assignee_id'>> {
  readonly completed?: boolean
}

/** What follows from the parts of a body that are stored under other names. */
function following(
  tx: Tx,
  { completed, assignee_id, subject_type, subject_id }: Sent,
): Partial<TaskRow> {
  if (((subject_type ?? null) === null) !== ((subject_id ?? null) === null)) {
    const missing = subject_id == null ? 'subject_id' : 'subject_type'
    throw unprocessable({ [missing]: ['is missing'] })
  }
  if (subject_type && subject_id && !tx.find(taskSubjects[subject_type], subject_id)) {
    throw unprocessable({ subject_id: ['does not exist'] })
  }
  return {
    ...(assignee_id !== undefined && { assigned_by_id: assignee_id === null ? null : tx.owner }),
    ...(completed === true && { completed_at: tx.now, completed_by_id: tx.owner }),
    ...(completed === false && { completed_at: null, completed_by_id: null }),
  }
}

export default resource('tasks', Task, { one: 'Task' }, ({ list, show, destroy }) => ({
  operations: {
    get_tasks: list({ scopes: [] }),
    get_task_by_id: show({ scopes: [] }),
    create_task: operation({
      method: 'POST',
      path: '/tasks',
      scopes: [],
      body: createBody,
      present: created('tasks'),
      example: () => ({ body: { subject_type: 'User', subject_id: 1 } }),
      answer(tx, { body }) {
        const { completed: _, ...plain } = body
        const creator_id = tx.owner as number
        return tx.insert('tasks', { ...plain, ...following(tx, body), creator_id })
      },
    }),
    update_task_by_id: operation({
      method: 'PUT',
      path: '/tasks/{id}',
      scopes: [],
      body: patch,
      present: record('tasks'),
      example: () => ({ body: { subject_type: 'User', subject_id: 1 } }),
      answer(tx, { id, body }) {
        const { completed: _, ...plain } = body
        const { subject_type, subject_id } = tx.get('tasks', id)
        const next = { subject_type, subject_id, ...body }
        return tx.update('tasks', id, { ...plain, ...following(tx, next) })
      },
    }),
    delete_task_by_id: destroy({ scopes: [] }),
  },

  recipe: {
    amounts: amounts(1, 60, 2_000),
    plain: { subject_type: null, subject_id: null },
    before: ({ row: { completed_at, due_date } }) =>
      completed_at && due_date && due_date < completed_at ? due_date : (completed_at ?? due_date),
    fields: {
      creator_id: () => 1,
      name: ({ chance }) =>
        chance.pick([
          'Call back',
          'Send the invoice again',
          'Book a room',
          'Ask for the certificate',
        ]),
      subject_type: ({ chance }) => chance.pick(['User', 'Order', 'Course', null]),
      subject_id: ({ row, pick }) =>
        row['subject_type'] === null
          ? null
          : pick(taskSubjects[row['subject_type'] as SubjectType]),
      due_date: ({ chance, day, row, tx }) =>
        chance.next() < 0.7 ? sinceSubject(tx, row, day(chance.integer(-20, 40))) : null,
      starred: ({ chance }) => chance.next() < 0.2,
      assignee_id: ({ chance }) => (chance.next() < 0.6 ? 1 : null),
      assigned_by_id: ({ row }) => row['assignee_id'],
      completed_at: ({ chance, moment, row, tx }) =>
        chance.next() < 0.4
          ? sinceSubject(tx, row, moment(-chance.integer(1, 60), chance.integer(9, 17)))
          : null,
      completed_by_id: ({ row }) => (row['completed_at'] === null ? null : 1),
    },
  },
}))

/** The day or moment, or the day after what the task is about was there, if that is later. */
function sinceSubject(tx: Tx, { subject_type, subject_id }: LooseRow, moment: string): string {
  const table = taskSubjects[subject_type as SubjectType]
  const subject = table && tx.find<string>(table, subject_id)
  if (!subject) return moment
  const dayAfter = secondsAfter(String(subject['created_at']), daySeconds)
  const least = (dayAfter < tx.now ? dayAfter : tx.now).slice(0, moment.length)
  return least < moment ? moment : least
}

const daySeconds = 86_400
