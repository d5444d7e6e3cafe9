/** The acts that faults put before a request: read when the rule is set, run when it hits. */
import { Problem, reasonOf } from '../../define/problems.ts'
import { refuseUnknownKeys } from '../../faults/rule-parser.ts'
import type { FaultChange } from '../../faults/fault-rule.ts'
import { wired } from '../../kit/acts/act-methods.ts'
import { idOf } from '../../kit/record-origin.ts'
import { actNames, isRecordAct, type RecordAct, recordActs } from '../../kit/acts/record-acts.ts'
import { EmulatorError, unknownName } from '../../machine/errors.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { ActName } from '../../generated/rows.ts'
import type { Assembly } from '../context.ts'
import { runAct } from './tokens.ts'

/** The change with the act's id and its input as they go over the wire. */
export function changeFrom(
  catalog: Catalog,
  { act, input = {}, ...rest }: FaultChange,
): FaultChange {
  refuseUnknownKeys(rest, [], 'set the fault')
  if (isRecordAct(act)) return recordChangeFrom(catalog, act, input)
  const id = act.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const found = catalog.acts.get(id)
  if (!found) throw unknownName('act', act, actNames(catalog), 'set the fault')
  const sent = wired(id, found, input, 'kit')
  const needed = Object.entries(found.input).filter(([, { spec }]) => spec.required)
  insistOnInput(
    id,
    sent,
    needed.map(([name]) => name),
  )
  return { act: id as ActName, input: sent }
}

/** One of the acts that go for records of every resource, such as `create` and `remove`. */
function recordChangeFrom(
  { resources }: Catalog,
  act: RecordAct,
  input: Readonly<Record<string, unknown>>,
): FaultChange {
  const names = ['resource', ...recordActs[act]]
  refuseUnknownKeys(input, names, 'set the fault')
  insistOnInput(
    act,
    input,
    names.filter((name) => name !== 'values'),
  )
  const resource = String(input['resource'])
  if (!resources.has(resource)) {
    throw unknownName('resource', resource, resources.keys(), 'set the fault')
  }
  const wanted = { resource, name: 'id', could: 'set the fault' }
  return { act, input: 'id' in input ? { ...input, id: idOf(input['id'], wanted) } : input }
}

function insistOnInput(act: string, input: object, needed: readonly string[]): void {
  const missing = needed.find((name) => !(name in input))
  if (missing === undefined) return
  throw new EmulatorError('bad_fault', {
    could: 'set the fault',
    because: `the change "${act}" lacks "${missing}"`,
    advice: `It needs ${needed.join(', ')}.`,
  })
}

/** Runs the change of a fault; one that the service refuses is a mistake of the test. */
export function runChange(assembly: Assembly, { act, input = {} }: FaultChange): void {
  try {
    runAct(assembly, act, input)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new EmulatorError('change_refused', {
      could: `run the change "${act}" of a fault`,
      because: reasonOf(error),
      advice: 'Check that the records exist at that moment.',
    })
  }
}
