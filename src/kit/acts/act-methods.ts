/** Calls the acts of an administrator by their short names, and lets a record stand for its id. */
import type { Act } from '../../define/act.ts'
import { check } from '../../define/validation.ts'
import type { Field } from '../../define/fields.ts'
import { Problem, reasonOf, unprocessable } from '../../define/problems.ts'
import type { AnyRow, Tx } from '../../define/tx.ts'
import { EmulatorError, unknownName } from '../../machine/errors.ts'
import { isObject, quoted } from '../../machine/argument-checks.ts'
import { handed, idOf, idsIn } from '../record-origin.ts'
import { recordActs } from './record-acts.ts'

type Input = Readonly<Record<string, unknown>>

/** Runs an act with its input. */
export type RunAct = (id: string, input: Input) => unknown

export type CalledActs = Readonly<Record<string, (...input: never[]) => unknown>>

export function createActs(acts: ReadonlyMap<string, Act>, run: RunAct): CalledActs {
  const methods: Record<string, (...input: never[]) => unknown> = {}
  for (const id of acts.keys()) {
    methods[camelCase(id)] = (input: Input = {}) => refusing(spoken(id), () => run(id, input))
  }
  for (const [id, told] of Object.entries(recordActs)) {
    methods[id] = (resource: string, ...rest: unknown[]) => {
      const input: Record<string, unknown> = { resource }
      told.forEach((name, i) => {
        const said = rest[i]
        const wanted = { resource, name: 'the record', could: `${id} ${resource}` }
        if (said !== undefined) input[name] = name === 'id' ? idOf(said, wanted) : said
      })
      const could = [id, resource, ...('id' in input ? [String(input['id'])] : [])].join(' ')
      return refusing(could, () => run(id, input))
    }
  }
  return methods
}

/** What the service would refuse is the test's mistake here. */
function refusing<T>(could: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new EmulatorError('act_refused', {
      could,
      because: reasonOf(error),
      advice: 'Check that the records exist and are in a state that allows it.',
    })
  }
}

/** Does an act of a resource; gives what it speaks of as the service shows it. */
export function doAct(act: Act, tx: Tx, input: Input): unknown {
  const { values, errors } = check(tx, act.input, input)
  if (Object.keys(errors).length > 0) throw unprocessable(errors)
  const result = act.answer(tx, values as never)
  if (!act.gives) return undefined
  const gives = act.gives
  const shown = (row: AnyRow): unknown => handed(gives, tx.shown<string>(gives, row))
  return act.many ? (result as AnyRow[]).map(shown) : shown(result as AnyRow)
}

/** The input under the names that the control plane uses, with ids in place of records. */
export function wired(
  id: string,
  { input: shape }: Act,
  input: Input,
  asked: 'kit' | 'wire',
): Input {
  if (!isObject(input)) throw noInput(id, input)
  const names = new Map(
    Object.entries(shape).map(([name, { spec }]) => [spec.called ?? name, name] as const),
  )
  const wire: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    const known = names.get(name) ?? (name in shape ? name : undefined)
    if (!known) {
      const [act, all] = asked === 'kit' ? [camelCase(id), names.keys()] : [id, Object.keys(shape)]
      throw unknownName(`input of ${act}`, name, all)
    }
    wire[known] = idsIn(shape[known] as Field, value, { name, could: spoken(id) })
  }
  return wire
}

const noInput = (id: string, input: unknown): EmulatorError =>
  new EmulatorError('bad_input', {
    could: spoken(id),
    because: `its input is ${quoted(input)}`,
    advice: 'Give an object.',
  })

/** `merge users` */
const spoken = (id: string): string => id.replaceAll('_', ' ')

const camelCase = (id: string): string =>
  id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
