/** Laws of the assumptions about methods, statuses, bodies of responses and flags. */
import type { FlagName } from 'course-admin-emulator'
import type { CatalogOperation } from '../../src/engine/model/catalog.ts'
import { operations as contractOperations } from '../support/contract.ts'
import {
  type AlternativeLaw,
  type AlternativeLaws,
  type AlternativeSubject,
  always,
  call,
  exampleOf,
  statusOf,
  success,
  withBody,
} from './alternative-law.ts'

const contractOperation = ({ id }: CatalogOperation) =>
  contractOperations.find((each) => each.id === id)

const contractFlag = (operation: CatalogOperation): FlagName | undefined =>
  contractOperation(operation)?.flags?.[0] as FlagName | undefined

/** The law of the operations with a success message, by method: the body, or the empty status. */
function messageLaw(method: string, emptyStatus: number): AlternativeLaw {
  return {
    names: (operation) =>
      operation.method === method && operation.presenter.content.kind === 'done',
    async observe(subject) {
      const [status, text] = await call(subject, exampleOf(subject))
      return [status, text && Object.keys(JSON.parse(text) as object)]
    },
    expected: {
      default: ({ presenter }) => [presenter.status, ['errors', 'code', 'message']],
      alternative: always([emptyStatus, '']),
    },
  }
}

/** The status while a flag is off. */
async function statusWithout(
  { operation, emulator }: AlternativeSubject,
  flag: FlagName | undefined,
): Promise<number> {
  const fork = emulator.fork()
  const example = exampleOf({ operation, emulator: fork })
  if (flag) fork.setFlags({ [flag]: false })
  return statusOf({ operation, emulator: fork }, {}, example)
}

const flaggedFields = ({ body = {}, flag }: CatalogOperation) =>
  Object.entries(body).flatMap(([name, { spec }]) =>
    spec.flag && spec.flag !== flag ? [{ name, flag: spec.flag }] : [],
  )

async function statusesOfFlaggedFields(subject: AlternativeSubject): Promise<number[]> {
  const { operation, emulator } = subject
  const statuses: number[] = []
  for (const { name, flag } of flaggedFields(operation)) {
    const fork = emulator.fork()
    const example = exampleOf({ operation, emulator: fork })
    fork.setFlags({ [flag]: false })
    const sent = withBody(example, { [name]: example.body?.[name] ?? null })
    statuses.push(await statusOf({ operation, emulator: fork }, {}, sent))
  }
  return statuses
}

export const responseLaws: AlternativeLaws = {
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
    observe: (subject) => statusOf(subject, { method: 'PATCH' }),
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
