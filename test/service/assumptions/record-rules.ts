/** Assumptions about the rules of records that several operations share. */
import type { FieldSpec } from '../../../src/engine/define/fields.ts'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { always, call, exampleOf, callStatus, success, withBody } from './operation-calls.ts'
import type { AssumptionRows, OperationRow, OperationSubject } from './row.ts'

const hasField =
  (name: string) =>
  ({ body }: CatalogOperation): boolean =>
    body?.[name] !== undefined

/** Orders have custom properties without custom fields. */
const hasCustomFields = (operation: CatalogOperation): boolean =>
  hasField('custom')(operation) && operation.resource.name !== 'orders'

/** A law of one value in a body: refused with 422 by default, accepted with the alternative. */
const refusedValue = (
  names: OperationRow['names'],
  bodyOf: (subject: OperationSubject) => object,
): OperationRow => ({
  names,
  observe: (subject) => callStatus(subject, {}, withBody(exampleOf(subject), bodyOf(subject))),
  expected: { default: always(422), alternative: success },
})

const quantities = [
  'cost',
  'percentage',
  'capacity',
  'duration',
  'min_participants',
  'max_participants',
  'value',
]

const isNumeric = (spec: FieldSpec | undefined): boolean =>
  spec?.kind === 'integer' || spec?.kind === 'number' || spec?.format === 'decimal'

const quantitiesIn = ({ body = {} }: CatalogOperation): string[] =>
  quantities.filter((name) => isNumeric(body[name]?.spec))

async function negativeQuantities(subject: OperationSubject): Promise<number[]> {
  const statuses: number[] = []
  for (const name of quantitiesIn(subject.operation)) {
    const fork = subject.fork()
    // A maximum below the stored minimum breaks another rule.
    const others = name === 'max_participants' ? { min_participants: null } : {}
    const isText = subject.operation.body?.[name]?.spec.kind === 'string'
    const sent = withBody(exampleOf(fork), { ...others, [name]: isText ? '-5' : -5 })
    statuses.push(await callStatus(fork, {}, sent))
  }
  return statuses
}

const teacherFields = ({ body = {} }: CatalogOperation): string[] =>
  Object.keys(body).filter((name) => name === 'teacher_id' || name === 'teacher_ids')

/** Deactivates a teacher whom the record does not have yet, and assigns the teacher. */
async function assignInactive(subject: OperationSubject): Promise<number> {
  const { operation, emulator } = subject
  const example = exampleOf(subject)
  const [field = ''] = teacherFields(operation)
  const isGroup = hasField('required_teacher_group_id')(operation)
  const id = isGroup
    ? (example.body?.[field] as number)
    : (emulator.given('teachers', { active: true }).id as number)
  await emulator.fetch(`/teachers/${id}/deactivate`, { method: 'POST', headers: emulator.headers })
  return callStatus(
    subject,
    {},
    withBody(example, { [field]: field === 'teacher_ids' ? [id] : id }),
  )
}

/** Adds the same teacher twice. */
async function addTwice(subject: OperationSubject): Promise<number[]> {
  const { emulator, operation } = subject
  const teacher_id = emulator.given('teachers', { active: true }).id
  const group = hasField('required_teacher_group_id')(operation)
    ? { required_teacher_group_id: emulator.given('required_teacher_groups', anyTeachers).id }
    : {}
  const sent = withBody(exampleOf(subject), { teacher_id, ...group })
  return [await callStatus(subject, {}, sent), await callStatus(subject, {}, sent)]
}

/** Creates or changes an affiliation, so that it has the user and the account of another one. */
function joinAgain(subject: OperationSubject): Promise<number> {
  const { account_id, user_id } = subject.emulator.given('affiliations')
  return callStatus(subject, {}, withBody(exampleOf(subject), { account_id, user_id }))
}

const anyTeachers = { quantity: 9, teacher_label_ids: [] }

const isIn =
  (resource: string, ...methods: readonly string[]) =>
  ({ resource: { name }, method }: CatalogOperation): boolean =>
    name === resource && methods.includes(method)

/** Sends the principal id of another user, and returns the status and the users who then have the id. */
async function takePrincipalId(subject: OperationSubject): Promise<unknown> {
  const { emulator, operation } = subject
  const holder = emulator.given('users', { principal_id: 'P1' })
  const { id } = emulator.given('users', { principal_id: null })
  const identity = { principal_id: 'P1' }
  const body = hasField('principal_id')(operation) ? identity : { external_identity: identity }
  const status = await callStatus(subject, { params: { id } }, withBody(exampleOf(subject), body))
  const users = emulator
    .rows('users')
    .filter(({ external_identity }) => external_identity.principal_id === 'P1')
  return [status, ...users.map((user) => (user.id === holder.id ? 'holder' : 'other'))]
}

const leadScopes = ({ scopes }: CatalogOperation): string[] =>
  Object.values(scopes.requirements)
    .flat(2)
    .filter((scope) => scope.startsWith('my_leads:'))

const hasLeads = ({ resource, method }: CatalogOperation): boolean =>
  resource.name === 'leads' && method !== 'POST'

/** Calls the operation for a lead of the administrator, with the token of another user. */
async function callForLead(subject: OperationSubject): Promise<unknown> {
  const { emulator, operation } = subject
  const { id } = emulator.given('leads', { administrator_id: 1 })
  const token = emulator.mintToken({
    scopes: leadScopes(operation) as ['my_leads:read'],
    user: emulator.given('users'),
  })
  const [status, text] = await call(subject, exampleOf(subject), { token, params: { id } })
  const body: unknown = text && JSON.parse(text)
  return Array.isArray(body) ? body.length > 0 : status
}

/** Calls the operation for a canceled enrollment. */
function awardCanceled(subject: OperationSubject): Promise<number> {
  const { emulator, operation } = subject
  const { id } =
    operation.resource.name === 'enrollments'
      ? emulator.given('enrollments', { status: 'canceled' })
      : emulator.given('program_enrollments', { state: 'canceled' })
  return callStatus(subject, { params: { id } })
}

/** Grades an enrollment that awaits its judgement, and returns the graduation state. */
async function gradeEnrollment(subject: OperationSubject): Promise<unknown> {
  const { emulator } = subject
  const enrollment = emulator.given('enrollments', { graduation_state: 'awaiting_judgement' })
  const gradeable = { gradeable_type: 'Enrollment', gradeable_id: enrollment.id } as const
  const { id } = emulator.given('grades', { ...gradeable, score: '1' })
  const example = withBody(exampleOf(subject), { ...gradeable, grade: null, score: 8 })
  await call(subject, example, { params: { id } })
  return emulator.row('enrollments', enrollment.id)?.graduation_state
}

const otherEmail = ({ emulator }: OperationSubject): { email: string } => ({
  email: emulator.given('users').email,
})

function callForUser(subject: OperationSubject): Promise<number> {
  const { id } = subject.emulator.given('users')
  const sent = withBody(exampleOf(subject), otherEmail(subject))
  return callStatus(subject, { params: { id } }, sent)
}

const refusedOrDone = { default: always(422), alternative: success } as const

const operations: AssumptionRows['operations'] = {
  'custom.unknown': refusedValue(hasCustomFields, () => ({ custom: { nonsense: 'x' } })),
  'participants.range': refusedValue(hasField('min_participants'), () => ({
    min_participants: 9,
    max_participants: 3,
  })),
  'number.negative': {
    names: (operation) => quantitiesIn(operation).length > 0,
    observe: negativeQuantities,
    expected: {
      default: (operation) => quantitiesIn(operation).map(() => 422),
      alternative: (operation) => quantitiesIn(operation).map(() => operation.presenter.status),
    },
  },
  'user.email.unique': {
    names: (operation) => isIn('users', 'POST', 'PUT')(operation) && hasField('email')(operation),
    observe: callForUser,
    expected: refusedOrDone,
  },
  'user.principal_id.taken': {
    names: (operation) =>
      isIn('users', 'POST')(operation) &&
      (hasField('principal_id')(operation) || hasField('external_identity')(operation)),
    observe: takePrincipalId,
    expected: {
      default: always([422, 'holder']),
      alternative: ({ presenter }) => [presenter.status, 'other'],
    },
  },
  'lead.own': {
    names: (operation) => leadScopes(operation).length > 0 && hasLeads(operation),
    observe: callForLead,
    expected: {
      default: ({ path }) => (path.includes('{id}') ? 404 : false),
      alternative: ({ path, presenter }) => (path.includes('{id}') ? presenter.status : true),
    },
  },
  'teacher.inactive': {
    names: (operation) => teacherFields(operation).length > 0,
    observe: assignInactive,
    expected: refusedOrDone,
  },
  'affiliation.pair': {
    names: isIn('affiliations', 'POST', 'PUT'),
    observe: joinAgain,
    expected: refusedOrDone,
  },
  'teacher_enrollment.pair': {
    names: isIn('teacher_enrollments', 'POST'),
    observe: addTwice,
    expected: { default: always([201, 422]), alternative: always([201, 201]) },
  },
  'planning_attendee.pair': {
    names: isIn('planning_attendees', 'POST'),
    observe: addTwice,
    expected: { default: always([201, 409]), alternative: always([201, 201]) },
  },
  'certificate.canceled': {
    names: ({ path }) => path.endsWith('/award_certificate'),
    observe: awardCanceled,
    expected: refusedOrDone,
  },
  'grade.graduation_state': {
    names: isIn('grades', 'POST', 'PUT'),
    observe: gradeEnrollment,
    expected: { default: always('awaiting_judgement'), alternative: always('passed') },
  },
}

export const recordRules: AssumptionRows = { operations }
