/** Changes of faults: acts that run before a request. They are parsed when the fault is set. */
import { unknownInCatalog, unknownResourceError } from '../../model/unknown-name.ts'
import type { Act } from '../../define/act.ts'
import { Problem, problemReason } from '../../define/problems.ts'
import { changeOptions, type FaultChange } from '../../faults/effects.ts'
import { actIdFrom, toWireInput } from '../../kit/acts/act-methods.ts'
import { toId } from '../../kit/record-origin.ts'
import { actNames, isRecordAct, type RecordAct, recordActs } from '../../kit/acts/record-acts.ts'
import { readOptions } from '../../errors/options.ts'
import { assertKnownKeys } from '../../errors/argument-checks.ts'
import { EmulatorError, textOf } from '../../errors/errors.ts'
import type { ActName } from '../../service-types.ts'
import { type ActContext, performAct } from './acts.ts'

const action = 'set the fault'

/** Parses a change: the result has the id of the act and the input names of the wire. */
export function faultChangeFrom(context: ActContext, change: FaultChange): FaultChange {
  const { catalog } = context
  const { act, input } = readOptions(changeOptions, change, {
    action,
    misplaced: (name) => misplacedInput(name, catalog.acts.get(actIdFrom(textOf(change.act)))),
  })
  if (isRecordAct(act)) return recordFaultChangeFrom(context, act, input)
  const id = actIdFrom(act)
  const found = catalog.acts.get(id)
  if (!found) throw unknownInCatalog('act', act, actNames(catalog), catalog, action)
  const wireInput = toWireInput(context, id, found, input, 'kit')
  const requiredFields = Object.entries(found.input).filter(([, { spec }]) => spec.required)
  assertRequiredInput(
    id,
    wireInput,
    requiredFields.map(([name]) => name),
  )
  return { act: id as ActName, input: wireInput }
}

/** The error of an input of the act beside `input`. */
function misplacedInput(name: string, act: Act | undefined) {
  const isInput = Object.entries(act?.input ?? {}).some(
    ([each, { spec }]) => name === each || name === spec.alias,
  )
  if (!isInput) return undefined
  return {
    reason: `"${name}" is an input of the act`,
    advice: `Put it under "input": { act: …, input: { ${name}: … } }.`,
  }
}

/** Parses a change that is an act for any resource, such as `create` or `remove`. */
function recordFaultChangeFrom(
  context: ActContext,
  act: RecordAct,
  input: Readonly<Record<string, unknown>>,
): FaultChange {
  const names = ['resource', ...recordActs[act]]
  assertKnownKeys(input, names, action)
  assertRequiredInput(
    act,
    input,
    names.filter((name) => name !== 'values'),
  )
  const resource = String(input['resource'])
  const { catalog } = context
  if (!catalog.resources.has(resource)) {
    throw unknownResourceError(resource, catalog, action)
  }
  const idSpec = { resource, name: 'id', action: action }
  return {
    act,
    input: 'id' in input ? { ...input, id: toId(context, input['id'], idSpec) } : input,
  }
}

function assertRequiredInput(act: string, input: object, required: readonly string[]): void {
  const missing = required.find((name) => !(name in input))
  if (missing === undefined) return
  throw new EmulatorError('bad_fault', {
    action: action,
    reason: `the change "${act}" has no "${missing}"`,
    advice: `It needs ${required.join(', ')}.`,
  })
}

/** Runs the change of a fault. Throws an `EmulatorError` if the service refuses it. */
export function runFaultChange(context: ActContext, { act, input = {} }: FaultChange): void {
  try {
    performAct(context, act, input)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new EmulatorError('change_refused', {
      action: `run the change "${act}" of a fault`,
      reason: problemReason(error),
      advice: 'Check that the records exist at that time.',
    })
  }
}
