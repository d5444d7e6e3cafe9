/** Assumptions about methods, statuses, bodies of responses and flags. */
import type { FlagName } from 'course-admin-emulator'
import type { CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { operations as contractOperations } from '../../support/contract.ts'
import { always, call, exampleOf, callStatus, success, withBody } from './operation-calls.ts'
import type { AssumptionRows, OperationRow, OperationSubject } from './row.ts'

const contractOperation = ({ id }: CatalogOperation) =>
  contractOperations.find((each) => each.id === id)

const contractFlag = (operation: CatalogOperation): FlagName | undefined =>
  contractOperation(operation)?.flags?.[0] as FlagName | undefined

/** The law of the operations with a success message, by method: the body, or the empty status. */
function messageLaw(method: string, emptyStatus: number): OperationRow {
  return {
    names: (operation) =>
      operation.method === method && operation.presenter.content.kind === 'done',
    async observe(subject) {
      const [status, text] = await call(subject, exampleOf(subject))
      return [status, text.split('"message"')[0]]
    },
    expected: {
      default: ({ presenter: { status } }) => [status, `{"errors":{},"code":${status},`],
      alternative: always([emptyStatus, '']),
    },
  }
}

/** The status while a flag is off. */
function statusWithout(subject: OperationSubject, flag: FlagName | undefined): Promise<number> {
  const fork = subject.fork()
  const example = exampleOf(fork)
  if (flag) fork.emulator.flags({ [flag]: false })
  return callStatus(fork, {}, example)
}

const flaggedFields = ({ body = {}, flag }: CatalogOperation) =>
  Object.entries(body).flatMap(([name, { spec }]) =>
    spec.flag && spec.flag !== flag ? [{ name, flag: spec.flag }] : [],
  )

async function statusesOfFlaggedFields(subject: OperationSubject): Promise<number[]> {
  const statuses: number[] = []
  for (const { name, flag } of flaggedFields(subject.operation)) {
    const fork = subject.fork()
    const example = exampleOf(fork)
    fork.emulator.flags({ [flag]: false })
    const sent = withBody(example, { [name]: example.body?.[name] ?? null })
    statuses.push(await callStatus(fork, {}, sent))
  }
  return statuses
}

const operations: AssumptionRows['operations'] = {
  'create.status': {
    names: (operation) =>
      operation.presenter.status === 201 || contractOperation(operation)?.success === 201,
    async observe(subject) {
      const [status, text] = await call(subject, exampleOf(subject))
      const { code } = (text ? JSON.parse(text) : {}) as { code?: unknown }
      const { kind } = subject.operation.presenter.content
      return kind === 'done' ? [status, code] : [status]
    },
    expected: {
      default: ({ presenter }) => (presenter.content.kind === 'done' ? [201, 201] : [201]),
      alternative: ({ presenter }) => (presenter.content.kind === 'done' ? [200, 200] : [200]),
    },
  },
  'delete.response': messageLaw('DELETE', 204),
  'update.response': messageLaw('PUT', 204),
  'email.response': messageLaw('POST', 201),
  'update.patch': {
    names: ({ method }) => method === 'PUT',
    observe: (subject) => callStatus(subject, { method: 'PATCH' }),
    expected: { default: success, alternative: always(404) },
  },
  'flag.operation': {
    names: ({ flag }) => flag !== undefined,
    observe: (subject) => statusWithout(subject, subject.operation.flag),
    expected: { default: always(404), alternative: always(403) },
  },
  'flag.reference': {
    names: (operation) =>
      contractOperation(operation) !== undefined && operation.flag !== contractFlag(operation),
    observe: async (subject) => [
      await statusWithout(subject, subject.operation.flag),
      await statusWithout(subject, contractFlag(subject.operation)),
    ],
    expected: {
      default: ({ flag, presenter }) => [flag ? 404 : presenter.status, presenter.status],
      alternative: (operation) => [
        operation.presenter.status,
        contractFlag(operation) ? 404 : operation.presenter.status,
      ],
    },
  },
  'flag.field': {
    names: (operation) => flaggedFields(operation).length > 0,
    observe: statusesOfFlaggedFields,
    expected: {
      default: (operation) => flaggedFields(operation).map(() => 422),
      alternative: (operation) => flaggedFields(operation).map(() => operation.presenter.status),
    },
  },
}

export const responses: AssumptionRows = { operations }
