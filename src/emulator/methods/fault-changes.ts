/** The acts that faults put before a request: read when the rule is set, run when it hits. */
import { Problem, problemReason } from '../../define/problems.ts'
import { assertKnownFaultKeys } from '../../faults/rule-parser.ts'
import type { FaultChange } from '../../faults/effects.ts'
import { toWireInput } from '../../kit/acts/act-methods.ts'
import { toId } from '../../kit/record-origin.ts'
import { actNames, isRecordAct, type RecordAct, recordActs } from '../../kit/acts/record-acts.ts'
import { EmulatorError, unknownNameError } from '../../machine/errors.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { ActName } from '../../generated/rows.ts'
import type { EmulatorContext } from '../context.ts'
import { performAct } from './tokens.ts'

/** The change with the act's id and its input as they go over the wire. */
export function faultChangeFrom(
  catalog: Catalog,
  { act, input = {}, ...rest }: FaultChange,
): FaultChange {
  assertKnownFaultKeys(rest, [], 'set the fault')
  if (isRecordAct(act)) return recordFaultChangeFrom(catalog, act, input)
  const id = act.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const found = catalog.acts.get(id)
  if (!found) throw unknownNameError('act', act, actNames(catalog), 'set the fault')
  const wireInput = toWireInput(id, found, input, 'kit')
  const requiredFields = Object.entries(found.input).filter(([, { spec }]) => spec.required)
  assertRequiredInput(
    id,
    wireInput,
    requiredFields.map(([name]) => name),
  )
  return { act: id as ActName, input: wireInput }
}

/** One of the acts that go for records of every resource, such as `create` and `remove`. */
function recordFaultChangeFrom(
  { resources }: Catalog,
  act: RecordAct,
  input: Readonly<Record<string, unknown>>,
): FaultChange {
  const names = ['resource', ...recordActs[act]]
  assertKnownFaultKeys(input, names, 'set the fault')
  assertRequiredInput(
    act,
    input,
    names.filter((name) => name !== 'values'),
  )
  const resource = String(input['resource'])
  if (!resources.has(resource)) {
    throw unknownNameError('resource', resource, resources.keys(), 'set the fault')
  }
  const idSpec = { resource, name: 'id', action: 'set the fault' }
  return { act, input: 'id' in input ? { ...input, id: toId(input['id'], idSpec) } : input }
}

function assertRequiredInput(act: string, input: object, required: readonly string[]): void {
  const missing = required.find((name) => !(name in input))
  if (missing === undefined) return
  throw new EmulatorError('bad_fault', {
    action: 'set the fault',
    reason: `the change "${act}" lacks "${missing}"`,
    advice: `It needs ${required.join(', ')}.`,
  })
}

/** Runs the change of a fault; one that the service refuses is a mistake of the test. */
export function runFaultChange(context: EmulatorContext, { act, input = {} }: FaultChange): void {
  try {
    performAct(context, act, input)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new EmulatorError('change_refused', {
      action: `run the change "${act}" of a fault`,
      reason: problemReason(error),
      advice: 'Check that the records exist at that moment.',
    })
  }
}
