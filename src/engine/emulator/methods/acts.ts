/** `emulator.act`: what an administrator does in the service. */
import { actKind } from '../../journal/kinds/act.ts'
import { redactParts } from '../../journal/redaction.ts'
import { Problem, problemReason } from '../../define/problems.ts'
import type { RowValues } from '../../define/tx.ts'
import type { Acts } from '../../service-types.ts'
import {
  actIdFrom,
  createActMethods,
  executeAct,
  toWireInput,
  withCallerNames,
} from '../../kit/acts/act-methods.ts'
import {
  actNames,
  executeRecordAct,
  isRecordAct,
  type RecordAct,
  recordActAction,
} from '../../kit/acts/record-acts.ts'
import { toId } from '../../kit/record-origin.ts'
import { resolveDates } from '../../kit/rows/date-values.ts'
import { isObject } from '../../errors/argument-checks.ts'
import { textOf } from '../../errors/errors.ts'
import { withUnknownMembers } from '../../errors/unknown-members.ts'
import { unknownInCatalog } from '../../model/unknown-name.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Transaction } from '../../model/transaction.ts'
import { systemActor } from '../../model/model.ts'
import type { EmulatorContext, Settings } from '../context.ts'
import type { GenericRecordActs } from '../generic-methods.ts'
import { MethodGroup } from '../method-group.ts'
import { noteFakeTimers } from '../reports/unshared-timers.ts'
import { assertTokenValues } from '../token-checks.ts'

/** Acts for the records of every resource. Each act is one change and emits the events of the change. */
export interface RecordActs extends GenericRecordActs<'local'> {}

export class AdministratorMethodGroup extends MethodGroup {
  #act: (Acts & RecordActs) | undefined

  /**
   * What an administrator does where the API has no operation for it.
   *
   * @throws EmulatorError when the act is refused
   * @example
   * emulator.act.mergeUsers({ primary: mia, secondary: double })
   */
  get act(): Acts & RecordActs {
    return (this.#act ??= createActs(this.context))
  }
}

function createActs(context: EmulatorContext): Acts & RecordActs {
  const methods: object = createActMethods(context.catalog.acts, (id, input) => {
    noteFakeTimers(context)
    return performAct(context, id, input, 'kit')
  })
  return withUnknownActErrors(methods, context.catalog) as Acts & RecordActs
}

/** Makes the call of an unknown act throw an error with the nearest act. */
const withUnknownActErrors = (methods: object, catalog: Catalog): object =>
  withUnknownMembers(methods, (name) =>
    unknownInCatalog('act', name, Object.keys(methods), catalog),
  )

/** Replaces the record and the dates in the input of an act for any resource. The act checks the other input. */
function recordActInput(tx: Transaction, settings: Settings, act: RecordAct, input: RowValues) {
  const { resource, id, values } = isObject(input) ? input : {}
  const { name, shape } = settings.catalog.resources.get(textOf(resource)) ?? {}
  if (name === undefined || !shape) return input
  const action = recordActAction(act, input)
  if (name === 'api_keys' && isObject(values)) assertTokenValues(settings, values, action)
  return {
    ...input,
    ...(id !== undefined && { id: toId(tx, id, { resource: name, name: 'the record', action }) }),
    ...(isObject(values) && { values: resolveDates(tx, shape, values, action) }),
  }
}

/** The components that an act needs. */
export type ActContext = Pick<
  EmulatorContext,
  'settings' | 'catalog' | 'model' | 'journal' | 'history' | 'rowFactory'
>

/**
 * Runs an act by its id or by the name of its method, `merge_users` or `mergeUsers`, and returns the record that it changed. Throws a `Problem` when the act is refused.
 * `namesFrom` selects the input names that the problem mentions: those of the kit or of the wire.
 */
export function performAct(
  context: ActContext,
  name: string,
  given: Readonly<Record<string, unknown>>,
  namesFrom: 'kit' | 'wire' = 'wire',
): unknown {
  const { settings, catalog, model, journal, rowFactory } = context
  const id = actIdFrom(name)
  const act = catalog.acts.get(id)
  if (!act && !isRecordAct(id)) throw unknownInCatalog('act', name, actNames(catalog), catalog)
  const actor = systemActor()
  const input = model.read((tx) =>
    act
      ? resolveDates(
          tx,
          act.input,
          toWireInput(context, id, act, given, namesFrom),
          id.replaceAll('_', ' '),
        )
      : recordActInput(tx, settings, id as RecordAct, given),
  )
  const entry = journal.add(actKind, {
    act: id,
    input: redactParts(input),
    behaviours: actor.behaviours,
  })
  try {
    return journal.withCause(entry, () =>
      model.run(actor, (tx) =>
        act
          ? executeAct(act, tx, input)
          : executeRecordAct({ catalog, rowFactory }, tx, id as RecordAct, input),
      ),
    )
  } catch (error) {
    const reason = error instanceof Problem ? problemReason(error) : String(error)
    journal.update(entry, { reason })
    throw act && error instanceof Problem ? withCallerNames(error, act, given, namesFrom) : error
  }
}
