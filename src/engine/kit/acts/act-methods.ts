/** Creates the methods of `emulator.act`. They accept short input names and records in place of ids. */
import type { Act } from '../../define/act.ts'
import { validate } from '../../define/validation.ts'
import { fieldOf, type Field, type Shape } from '../../define/fields.ts'
import { Problem, problemReason, unprocessable } from '../../define/problems.ts'
import type { AnyRow, Tx } from '../../define/tx.ts'
import { missingMessage } from '../../define/zod-schema.ts'
import { EmulatorError, unknownNameError } from '../../errors/errors.ts'
import { isObject, quoteValue } from '../../errors/argument-checks.ts'
import { withArgumentCount } from '../../errors/argument-count.ts'
import { isRecord, type RecordOwner, replaceRecords, trackRecord } from '../record-origin.ts'
import { recordActAction, recordActs } from './record-acts.ts'
import { defined } from '../../errors/defined.ts'

type ActInput = Readonly<Record<string, unknown>>

/** Runs an act by its id. */
export type RunAct = (id: string, input: ActInput) => unknown

export type ActMethods = Readonly<Record<string, (...input: never[]) => unknown>>

export function createActMethods(acts: ReadonlyMap<string, Act>, run: RunAct): ActMethods {
  const methods: Record<string, (...input: never[]) => unknown> = {}
  for (const [id, act] of acts) {
    const name = actMethodOf(id)
    const perform = (input: ActInput = {}): unknown =>
      withActErrors(spacedName(id), () => run(id, input), act.input)
    methods[name] = withArgumentCount(`act.${name}`, perform, 1, objectForm(name, act))
  }
  for (const [id, parameters] of Object.entries(recordActs)) {
    const perform = (resource: string, ...rest: unknown[]): unknown => {
      if (typeof resource !== 'string') throw badResource(id, parameters, resource)
      const named = parameters.map((name, i) => [name, rest[i]] as const)
      const input = {
        resource,
        ...Object.fromEntries(named.filter(([, argument]) => argument !== undefined)),
      }
      return withActErrors(recordActAction(id, input), () => run(id, input))
    }
    methods[id] = withArgumentCount(`act.${id}`, perform, parameters.length + 1)
  }
  return methods
}

/** `Give one object: mergeUsers({ primary: …, secondary: … }).` */
const objectForm = (name: string, { input }: Act): string => {
  const names = Object.entries(input).flatMap(([each, { spec }]) =>
    spec.required ? [`${spec.alias ?? each}: …`] : [],
  )
  return `Give one object: ${name}({ ${names.join(', ')} }).`
}

/** The error for a record or an id in the place of the resource. */
const badResource = (id: string, parameters: readonly string[], given: unknown): EmulatorError =>
  new EmulatorError('bad_input', {
    action: `${id} a record`,
    reason: `the resource is ${isRecord(given) ? 'a record' : quoteValue(given)}`,
    advice: `Give the name of the resource first: ${id}(resource, ${parameters.join(', ')}).`,
  })

/** Converts a Problem of the service to an EmulatorError: it is a mistake of the test. */
function withActErrors<T>(action: string, run: () => T, shape: Shape = {}): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const advice = adviceFor(error, shape)
    throw new EmulatorError('act_refused', {
      action,
      reason: problemReason(error),
      ...defined({ advice }),
    })
  }
}

/** Advice for missing values, records and states. The error of another wrong value says what it must be. */
function adviceFor({ errors }: Problem, shape: Shape): string | undefined {
  const texts = Object.values(errors).flat()
  const isOfValues = texts.length > 0 && texts.every((text) => valueMessages.test(text))
  if (!isOfValues) return 'Check that the records exist and that their state allows the act.'
  const sources = Object.keys(errors).flatMap((name) => sourceOf(name, shape) ?? [])
  if (sources.length > 0) return sources.join(' ')
  const missing = Object.keys(errors).filter((name) => errors[name]?.includes(missingMessage))
  return missing.length === 0 ? undefined : `Give ${missing.join(', ')}.`
}

/** Where the id comes from that an input with a text as its id takes. `name` is that of the kit or of the wire. */
function sourceOf(name: string, shape: Shape): string | undefined {
  const isNamed = ([key, { spec }]: readonly [string, Field]): boolean =>
    name === key || name === spec.alias
  const { kind, target } = Object.entries(shape).find(isNamed)?.[1].spec ?? {}
  if (kind !== 'string' || target === undefined) return undefined
  return `Give ${name}: the id of a record of \`rows("${target}")\`.`
}

/** The errors of a value alone, whatever the records are. */
const valueMessages = new RegExp(`^(must |cannot be null$|${missingMessage}$)`)

/**
 * Returns the problem with the input names of the caller: the names in `given`, and for other inputs the
 * names of the kit or of the wire.
 */
export function withCallerNames(
  problem: Problem,
  { input: shape }: Act,
  given: ActInput,
  namesFrom: 'kit' | 'wire',
): Problem {
  const callerName = (path: string): string => {
    const [name = '', ...rest] = path.split('.')
    const alias = fieldOf(shape, name)?.spec.alias ?? name
    const isAlias = namesFrom === 'kit' ? !(name in given) : alias in given
    return [isAlias ? alias : name, ...rest].join('.')
  }
  const { status, message, reason } = problem
  const errors = Object.entries(problem.errors).map(([path, texts]) => [callerName(path), texts])
  return new Problem(status, {
    message,
    errors: Object.fromEntries(errors),
    reason,
  })
}

/** Runs an act of a resource and returns its record or records as the service returns them. */
export function executeAct(act: Act, tx: Tx & RecordOwner, input: ActInput): unknown {
  const { values, errors } = validate(tx, act.input, input)
  if (Object.keys(errors).length > 0) throw unprocessable(errors)
  const result = act.handle(tx, values as never)
  if (!act.returns) return undefined
  const resource = act.returns
  const serializeRow = (row: AnyRow): unknown =>
    trackRecord(tx, resource, tx.serialize<string>(resource, row))
  return act.returnsList ? (result as AnyRow[]).map(serializeRow) : serializeRow(result as AnyRow)
}

/**
 * Converts input to the names of the control plane, with ids in place of records. A value that is undefined is not
 * given.
 */
export function toWireInput(
  owner: RecordOwner,
  id: string,
  { input: shape }: Act,
  input: ActInput,
  namesFrom: 'kit' | 'wire',
): ActInput {
  const [first = ''] = Object.keys(shape).map((name) => shape[name]?.spec.alias ?? name)
  if (!isObject(input) || isRecord(input)) throw badInput(id, first, input)
  const names = new Map(
    Object.entries(shape).map(([name, { spec }]) => [spec.alias ?? name, name] as const),
  )
  const wire: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    const known = names.get(name) ?? (Object.hasOwn(shape, name) ? name : undefined)
    if (!known) {
      const all =
        namesFrom === 'kit' ? names.keys() : new Set([...Object.keys(shape), ...names.keys()])
      throw unknownNameError('input', name, all, spacedName(id))
    }
    if (value === undefined) continue
    wire[known] = replaceRecords(owner, shape[known] as Field, value, {
      name,
      action: spacedName(id),
    })
  }
  return wire
}

const badInput = (id: string, first: string, input: unknown): EmulatorError =>
  new EmulatorError('bad_input', {
    action: spacedName(id),
    reason: `its input is ${isRecord(input) ? 'a record' : quoteValue(input)}`,
    advice: `Give an object, such as { ${first}: … }.`,
  })

/** `merge users` */
const spacedName = (id: string): string => id.replaceAll('_', ' ')

/** The id of an act by its id or by its method: `merge_users` for `mergeUsers`. */
export const actIdFrom = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The method of an act: `mergeUsers` for `merge_users`. */
export const actMethodOf = (id: string): string =>
  id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
