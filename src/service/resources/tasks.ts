import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { demoAdministratorId } from '../demo/administrator.ts'
import { addSeconds } from '../fields/dates.ts'
import type { Rows } from '../generated/rows.ts'

/** Tables of the records that a task can be about, by `subject_type`. */
const taskSubjectTables = {
  Course: 'courses',
  Account: 'accounts',
  User: 'users',
  Lead: 'leads',
  Invoice: 'invoices',
  PlannedCourse: 'planned_courses',
  Order: 'orders',
  'Program::Program': 'programs',
  'Program::Edition': 'program_editions',
} as const

type TaskSubjectType = keyof typeof taskSubjectTables

type TaskRow = Rows['tasks']

const TaskShape = {
  ...d.identity,
  creator_id: d.ref('users'),
  completed_at: d.timestamp().nullable(),
  completed_by_id: d.ref('users').nullable(),
  assigned_by_id: d.ref('users').nullable(),
  name: d.string(),
  description: d.string().nullable(),
  due_date: d.string().nullable(),
  starred: d.boolean().defaultsTo(false),
  assignee_id: d.ref('users').nullable(),
  subject_type: d.keyOf(taskSubjectTables).nullable(),
  subject_id: d.polymorphicRef('subject_type', taskSubjectTables).nullable(),
  ...d.timestamps,
  label_ids: d.refs('labels'),
}

const patch = {
  name: d.string(),
  description: d.string().nullable(),
  due_date: d.date().nullable(),
  starred: d.boolean(),
  assignee_id: d.ref('users').nullable(),
  subject_type: d.keyOf(taskSubjectTables).nullable(),
  subject_id: d.integer().nullable(),
  completed: d.boolean(),
}

const createBody = { ...patch, name: patch.name.required() }
const updateBody = { ...patch, assignee_id: d.integer().nullable() }

type Subject = Pick<TaskRow, 'subject_type' | 'subject_id'>

interface TaskInput extends Partial<Subject & Pick<TaskRow, 'assignee_id'>> {
  readonly completed?: boolean
}

const noSubject: Subject = { subject_type: null, subject_id: null }

/** Refuses an incomplete or unknown subject. The stored subject is accepted, also if it was deleted. */
function assertSubject(tx: d.Tx, sent: Partial<Subject>, stored = noSubject): void {
  const { subject_type = stored.subject_type, subject_id = stored.subject_id } = sent
  if (subject_type === stored.subject_type && subject_id === stored.subject_id) return
  if ((subject_type === null) !== (subject_id === null)) {
    const missing = subject_id === null ? 'subject_id' : 'subject_type'
    throw d.unprocessable({ [missing]: ['is missing'] })
  }
  if (subject_type && !d.findVisible(tx, taskSubjectTables[subject_type], subject_id)) {
    throw d.unprocessable({ subject_id: ['does not exist'] })
  }
}

/** Refuses an unknown assignee. The stored assignee is accepted, also if the user was deleted. */
function assertAssignee(tx: d.Tx, { assignee_id = null }: TaskInput, stored: TaskRow): void {
  if (assignee_id === null || assignee_id === stored.assignee_id) return
  if (!tx.find('users', assignee_id)) throw d.unprocessable({ assignee_id: ['does not exist'] })
}

/** Returns the values of body fields that are stored under other names. */
function derivedValues(
  tx: d.Tx,
  { completed, assignee_id }: TaskInput,
  stored?: TaskRow,
): Partial<TaskRow> {
  const isCompleted = Boolean(stored?.completed_at)
  const isAssigned = assignee_id !== undefined && assignee_id !== stored?.assignee_id
  return {
    ...(isAssigned && { assigned_by_id: assignee_id === null ? null : tx.ownerId }),
    ...(completed === true &&
      !isCompleted && { completed_at: tx.now, completed_by_id: tx.ownerId }),
    ...(completed === false && { completed_at: null, completed_by_id: null }),
  }
}

export default d.resource('tasks', TaskShape, { singular: 'Task' }, ({ list, show, destroy }) => ({
  description: 'A task for an administrator.',

  operations: {
    get_tasks: list({ scopes: [] }),
    get_task_by_id: show({ scopes: [] }),
    create_task: d.operation({
      method: 'POST',
      path: '/tasks',
      scopes: [],
      body: createBody,
      presenter: d.created('tasks'),
      example: () => ({ body: { subject_type: 'User', subject_id: 1 } }),
      handle(tx, { body }) {
        const { completed: _, ...plain } = body
        assertSubject(tx, body)
        const creator_id = tx.ownerId as number
        return tx.insert('tasks', { ...plain, ...derivedValues(tx, body), creator_id })
      },
    }),
    update_task_by_id: d.operation({
      method: 'PUT',
      path: '/tasks/{id}',
      scopes: [],
      body: updateBody,
      presenter: d.record('tasks'),
      example: () => ({ body: { subject_type: 'User', subject_id: 1, assignee_id: 1 } }),
      handle(tx, { id, body }) {
        const { completed: _, ...plain } = body
        const stored = tx.get('tasks', id)
        assertSubject(tx, body, stored)
        assertAssignee(tx, body, stored)
        return tx.update('tasks', id, { ...plain, ...derivedValues(tx, body, stored) })
      },
    }),
    delete_task_by_id: destroy({ scopes: [] }),
  },

  recipe: {
    rowCounts: d.rowCounts(1, 60, 2_000),
    // The owner of the token assigns tasks.
    repeated: { assigned_by_id: ({ original }) => original['assigned_by_id'] },
    createsReferences: ['subject_id'],
    defaults: {
      subject_type: null,
      subject_id: ({ row }: d.RecipeContext) => (row['subject_type'] === null ? null : undefined),
    },
    conflict: ({ row: { subject_type, subject_id } }) =>
      (subject_type === null) === (subject_id === null)
        ? undefined
        : `the ${subject_id === null ? 'subject_id' : 'subject_type'} of the subject is missing`,
    createdBefore: ({ row: { completed_at, due_date } }) =>
      completed_at && due_date && due_date < completed_at ? due_date : (completed_at ?? due_date),
    fields: {
      creator_id: demoAdministratorId,
      name: ({ random, locale }) => random.pick(textsIn(locale).tasks),
      subject_type: ({ random }) => random.pick(['User', 'Order', 'Course', null]),
      subject_id: ({ row, pick }) =>
        row['subject_type'] === null
          ? null
          : pick(taskSubjectTables[row['subject_type'] as TaskSubjectType]),
      due_date: ({ random, day, row, tx }) =>
        random.next() < 0.7 ? notBeforeSubject(tx, row, day(random.integer(-20, 40))) : null,
      starred: ({ random }) => random.next() < 0.2,
      assignee_id: (context) => (context.random.next() < 0.6 ? demoAdministratorId(context) : null),
      assigned_by_id: ({ row }) => row['assignee_id'],
      completed_at: ({ random, timestamp: moment, row, tx }) =>
        random.next() < 0.4
          ? notBeforeSubject(tx, row, moment(-random.integer(1, 60), random.integer(9, 17)))
          : null,
      completed_by_id: (context) =>
        context.row['completed_at'] === null ? null : demoAdministratorId(context),
    },
  },
}))

/** Returns the date, but not before the day after the creation of the task's subject. */
function notBeforeSubject(
  tx: d.Tx,
  { subject_type, subject_id }: d.LooseRow,
  moment: string,
): string {
  const table = taskSubjectTables[subject_type as TaskSubjectType]
  const subject = table && tx.find<string>(table, subject_id)
  if (!subject) return moment
  const dayAfter = addSeconds(String(subject['created_at']), daySeconds)
  const earliest = (dayAfter < tx.now ? dayAfter : tx.now).slice(0, moment.length)
  return earliest < moment ? moment : earliest
}

const daySeconds = 86_400
