/** The acts of an emulator in another process. */
import type { GenericRecordActs } from '../../engine/emulator/generic-methods.ts'
import type { ActName, Acts } from '../../service/generated/rows.ts'
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { isRecord } from '../../engine/kit/record-origin.ts'
import { isRecordAct, recordActs } from '../../engine/kit/acts/record-acts.ts'
import { isObject, isPromise } from '../../engine/errors/argument-checks.ts'
import { needsAwait } from '../../engine/errors/needs-await.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import type { ControlClient } from './control-client.ts'

/** The acts of an administrator and the acts for the records of every resource, as promises. */
export type RemoteActs = RemoteRecordActs & {
  readonly [N in keyof Acts]: (input: Parameters<Acts[N]>[0]) => Promise<ReturnType<Acts[N]>>
}

/** Acts for the records of every resource, as promises, and the call of any act by its name. */
export interface RemoteRecordActs extends GenericRecordActs<'remote'> {
  /** Performs an act, `mergeUsers` or `merge_users`, with the input names of either form. */
  (name: ActName | keyof Acts, input: object): Promise<unknown>
}

/** Names that the language reads from a value that a promise resolves with. */
const probedNames = ['then', 'toJSON', 'asymmetricMatch']

/**
 * Throws for a promise in the input, which JSON has no form of: a record of `given` that was not awaited. Throws for a
 * record of an emulator of this process, whose id may exist there too.
 */
export function assertSendable(action: string, input: unknown): void {
  for (const [name, each] of Object.entries(isObject(input) ? input : {})) {
    if (isPromise(each))
      throw new EmulatorError('bad_input', {
        action,
        reason: `${name} is a promise`,
        advice: 'Await it: the methods of an emulator in another process return promises.',
      })
    if (isRecord(each))
      throw new EmulatorError('wrong_record', {
        action,
        reason: `\`${name}\` is a record of another emulator`,
        advice: 'Give a record that this emulator returned, or an id.',
      })
  }
}

export function createRemoteActs({ control }: ControlClient): RemoteActs {
  const perform = async (name: string, input: unknown = {}): Promise<unknown> => {
    assertSendable(`perform ${name}`, input)
    return control('POST', `acts/${name}`, input)
  }
  const performRecordAct = (name: string, [resource, first, second]: unknown[]) => {
    const hasId = name !== 'create'
    assertSendable(`perform ${name}`, { record: hasId ? first : undefined })
    assertSendable(`perform ${name}`, hasId ? second : first)
    const input = hasId
      ? { resource, id: idOf(first), values: second }
      : { resource, values: first }
    return perform(name, input)
  }
  const methodNamed =
    (name: string) =>
    (...args: unknown[]): Promise<unknown> =>
      needsAwait(`act.${name}`, async () => {
        const isOfRecords = isRecordAct(name)
        const max = isOfRecords ? recordActs[name].length + 1 : 1
        assertArgumentCount(`act.${name}`, max, args)
        return isOfRecords ? performRecordAct(name, args) : perform(name, args[0])
      })
  // Note: the server knows the acts, and its error names the nearest one.
  return new Proxy(perform, {
    get: (target, name, receiver) =>
      typeof name === 'string' && !(name in target) && !probedNames.includes(name)
        ? methodNamed(name)
        : (Reflect.get(target, name, receiver) as unknown),
  }) as never
}

const idOf = (record: unknown): unknown =>
  typeof record === 'object' && record !== null && 'id' in record ? record.id : record
