/** The acts of generated scenarios: the named acts, and create, update and remove for the records of a resource. */
import { dayMs } from '../../../engine/clock/duration.ts'
import type { Act } from '../../../engine/define/act.ts'
import type { Field, FieldSpec, Shape } from '../../../engine/define/fields.ts'
import type { Resource } from '../../../engine/define/resource.ts'
import type { Catalog } from '../../../engine/model/catalog.ts'
import { isUpdated } from '../../run/changed-fields.ts'
import { ownResources } from '../../run/service-act.ts'
import {
  isRecordName,
  recordNameOf,
  referencesOf,
  type PlannedRecord,
  type PlannedValue,
  type PlannedValues,
  recordsIn,
} from './world-plan.ts'

/** An act with its input. */
export interface PlannedAct {
  /** Its name in replay texts: `update user1 last_name`, `merge_users user1 user2`. */
  readonly name: string
  /** The id of the act: `merge_users`, `update`, or `advance` for a pause. */
  readonly act: string
  readonly input: PlannedValues
  /** The resource of a record act. */
  readonly resource?: string
  /** The act without which this one concerns no integration. */
  readonly follows?: string
  /** The name of the record that the act creates, for the acts after it. */
  readonly creates?: string
  /** The acts that this one consists of, all in one step. Default: itself. */
  readonly parts?: readonly PlannedAct[]
}

/** The acts that an act consists of. */
export const partsOf = (act: PlannedAct): readonly PlannedAct[] => act.parts ?? [act]

/** The values of the fields of the records of a plan, to choose others. */
type StoredValues = (record: string, field: string) => unknown

interface PlanContext {
  readonly catalog: Catalog
  /** The start of the scenario: a deviation that delays an act changes none of its dates. */
  readonly startMs: number
  readonly world: readonly PlannedRecord[]
  readonly storedValue: StoredValues
}

/** The time that a pause takes, that of one that a slow call outlasts, and the time in which scheduled changes happen. */
export const pause: PlannedAct = { name: 'pause', act: 'advance', input: { by: '1h' } }
export const shortPause: PlannedAct = { name: 'short pause', act: 'advance', input: { by: '3s' } }
const timePasses: PlannedAct = { name: 'wait 60d', act: 'advance', input: { by: '60d' } }

/** The integration synchronizes. An act after a short pause happens during the synchronization if a call of it is slow. */
export const synchronizeAct: PlannedAct = {
  name: 'synchronization',
  act: 'synchronize',
  input: {},
}

/** Makes so many records that a list has a further page, and synchronizes. No event tells of them. */
export const fillAct = (resource: string, count: number): PlannedAct => ({
  name: `fill ${resource}`,
  act: 'fill',
  resource,
  input: { count },
})

export const isPause = (act: PlannedAct): boolean => act === pause || act === shortPause

export const isFill = ({ act }: PlannedAct): boolean => act === 'fill'

export const isSynchronization = (act: PlannedAct): boolean => act === synchronizeAct

/** Whether an act ends a record: what refers to it has no effect any more. */
export const isRemoval = ({ act }: Pick<PlannedAct, 'act'>): boolean =>
  /^(remove|delete|cancel)(_|$)/.test(act)

export const movesTime = ({ act }: PlannedAct): boolean => act === 'advance'

/** Whether an act changes nothing that an event tells of. */
export const isSilent = (act: PlannedAct): boolean =>
  movesTime(act) || isFill(act) || isSynchronization(act)

/** Plans every act that the world permits, with the records of the plan. */
export function planActs(context: PlanContext): readonly PlannedAct[] {
  const { catalog } = context
  const resources = [...catalog.resources.values()].filter(({ name }) => !ownResources.has(name))
  const named = resources.flatMap(({ acts }) =>
    Object.entries(acts).flatMap(([id, act]) => namedActs(context, id, act)),
  )
  return [...named, ...resources.flatMap((resource) => recordActs(context, resource)), timePasses]
}

/** A named act for each way to fill its inputs: choices, and records of one resource in either role. */
function namedActs(context: PlanContext, id: string, { input }: Act): readonly PlannedAct[] {
  const required = Object.entries(input).filter(([, { spec }]) => spec.required)
  // Note: without required input, the act of a record changes nothing; updates of single fields are acts of their own.
  const changes = required.length > 1 || Object.keys(input).length === required.length
  if (!changes) return []
  return inputsOf(context, required).map((values) => ({
    name: [id, ...nameParts(values)].join(' '),
    act: id,
    input: values,
  }))
}

const nameParts = (values: PlannedValues): readonly string[] =>
  [
    ...recordsIn(values),
    ...Object.values(values).filter(
      (value) => typeof value === 'string' && /^[a-z_]+$/.test(value),
    ),
  ].map(String)

function inputsOf(
  context: PlanContext,
  fields: readonly (readonly [string, Field])[],
): readonly PlannedValues[] {
  const targets = fields.map(([, { spec }]) => spec.target ?? spec.items?.spec.target)
  const repeated = targets.some((target, i) => target !== undefined && targets.indexOf(target) < i)
  const orders = repeated
    ? [
        [1, 2],
        [2, 1],
        [1, 3],
      ]
    : [[1], [2]]
  const filled = orders.flatMap((order) => fillInputs(context, fields, order))
  return distinct(filled)
}

/** Fills the inputs. Records of one resource are those of `order`, one after the other. */
function fillInputs(
  { catalog, world, startMs }: PlanContext,
  fields: readonly (readonly [string, Field])[],
  order: readonly number[],
): readonly PlannedValues[] {
  const used = new Map<string, number>()
  let moments = 0
  const recordFor = (target: string): PlannedValue | undefined => {
    const resource = catalog.resources.get(target)
    const index = used.get(target) ?? 0
    used.set(target, index + 1)
    const record = resource && recordNameOf(resource, order[index % order.length] as number)
    return world.some(({ name }) => name === record) ? { record: record as string } : undefined
  }
  const valuesFor = (name: string, spec: FieldSpec): readonly PlannedValue[] => {
    const { target, items, options, shape } = spec
    if (target !== undefined) return present(recordFor(target))
    if (items?.spec.target !== undefined) {
      const record = recordFor(items.spec.target)
      return record === undefined ? [] : [[record]]
    }
    if (options) return [...options]
    if (items?.spec.shape) {
      const [part] = combinations(requiredIn(items.spec.shape), valuesFor)
      return part ? [[part]] : []
    }
    if (shape) return combinations(requiredIn(shape), valuesFor)
    if (spec.format === 'timestamp' || spec.format === 'date') {
      moments += 1
      return [momentAfter(startMs, 7 + moments, spec.format)]
    }
    return present(newValue(startMs, name, spec))
  }
  return combinations(fields, valuesFor)
}

const requiredIn = (shape: Shape): (readonly [string, Field])[] =>
  Object.entries(shape).filter(([, { spec }]) => spec.required)

/** Every combination of the values of the fields; none if a field has no value. */
function combinations(
  fields: readonly (readonly [string, Field])[],
  valuesFor: (name: string, spec: FieldSpec) => readonly PlannedValue[],
): readonly PlannedValues[] {
  return fields.reduce<readonly PlannedValues[]>(
    (found, [name, { spec }]) => {
      const values = valuesFor(name, spec)
      return found.flatMap((each) => values.map((value) => ({ ...each, [name]: value })))
    },
    [{}],
  )
}

const present = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value])

const distinct = (inputs: readonly PlannedValues[]): readonly PlannedValues[] => [
  ...new Map(inputs.map((input) => [JSON.stringify(input), input])).values(),
]

/** Create, remove and one update for each field. */
function recordActs(context: PlanContext, resource: Resource): readonly PlannedAct[] {
  const { name, shape } = resource
  const [first, second] = context.world.filter((record) => record.resource === name)
  if (!first || !second) return []
  const of = (act: string, record: string, values?: PlannedValues, field = ''): PlannedAct => ({
    name: [act, record, field].filter((part) => part !== '').join(' '),
    act,
    resource: name,
    input: {
      ...(act !== 'create' && { id: { record } }),
      ...(values && { values }),
    },
  })
  const planned = new Set(context.world.map((record) => record.resource))
  const newReferences = referencesOf(context.catalog, resource, planned, 4)
  return [
    ...[newReferences, ...othersOf(context, newReferences)].map((values, i) => ({
      ...of('create', name, values),
      name: ['create', name, ...(i > 0 ? recordsIn(values).filter(isUnused) : [])].join(' '),
      creates: `new${resource.singular}`,
    })),
    ...Object.entries(shape).flatMap(([field, { spec }]) => {
      const value = isUpdated(resource, field) ? otherValue(context, first, field, spec) : undefined
      if (value === undefined) return []
      const update = of('update', first.name, { [field]: value }, field)
      const isCleared = spec.nullable && (context.storedValue(first.name, field) ?? null) !== null
      const cleared = of('update', first.name, { [field]: null }, `${field} null`)
      return [
        update,
        ...(isCleared ? [{ ...cleared, follows: update.name }] : []),
        ...(spec.unique ? [passOn(update, second, field)] : []),
        ...(spec.kind === 'boolean' ? [thereAndBack(update, field)] : []),
      ]
    }),
    of('remove', first.name),
    of('remove', second.name),
  ]
}

/** An update that is undone an hour later: work that was planned in the meantime must not happen. */
function thereAndBack(update: PlannedAct, field: string): PlannedAct {
  const [record = ''] = recordsIn(update.input)
  const former = { ...update.input, values: { [field]: { record: `${record}.${field}` } } }
  const back = { ...update, name: `${update.name} back`, input: former }
  return {
    ...update,
    name: `${update.name} and back`,
    follows: update.name,
    parts: [update, pause, back],
  }
}

/** An update after which another record gets the former value: who finds a record by it may take one for the other. */
function passOn(update: PlannedAct, { name }: PlannedRecord, field: string): PlannedAct {
  const [from = ''] = recordsIn(update.input)
  const former = { [field]: { record: `${from}.${field}` } }
  const input = { id: { record: name }, values: former }
  const passed = { ...update, name: `update ${name} ${field}`, input }
  return {
    ...update,
    name: `pass ${from} ${field} to ${name}`,
    input: { from: update.input, to: input },
    follows: update.name,
    parts: [update, passed],
  }
}

/** The references of a record with the third record in the place of one, to which no other record refers. */
const othersOf = ({ world }: PlanContext, references: PlannedValues): readonly PlannedValues[] =>
  Object.entries(references).flatMap(([field, value]) => {
    const [own] = recordsIn(value)
    const other = own?.replace(/\d+$/, '3')
    return other === undefined || !world.some(({ name }) => name === other)
      ? []
      : [{ ...references, [field]: { record: other } }]
  })

const isUnused = (name: string): boolean => name.endsWith('3')

/** The acts of the records of a resource, of the record that an act creates. */
export function actsOnCreated<A extends PlannedAct>(
  { resource, creates }: PlannedAct,
  acts: readonly A[],
  world: readonly PlannedRecord[],
): readonly A[] {
  if (creates === undefined) return []
  const names = new Set(world.flatMap((each) => (each.resource === resource ? each.name : [])))
  const renamed = acts.flatMap((act) => {
    const [only, ...others] = recordsIn(act.input).filter((name) => names.has(name))
    if (only === undefined || others.length > 0 || act.act === 'create') return []
    const parts = act.name.split(' ')
    // Note: a name has the record that a reference leads to only if it is a created one.
    const name = parts.includes(only)
      ? parts.map((part) => (part === only ? creates : part))
      : [...parts, creates]
    return [{ ...act, name: name.join(' '), input: withRecord(act.input, only, creates) }]
  })
  return [...new Map(renamed.map((act) => [act.name, act])).values()]
}

/** The values with another record in the place of one. */
const withRecord = (values: PlannedValues, name: string, other: string): PlannedValues =>
  JSON.parse(JSON.stringify(values), (_, value: unknown) =>
    isRecordName(value) && value.record === name ? { record: other } : value,
  ) as PlannedValues

/** A valid value of a field that the record does not have; undefined if the kind gives none. */
function otherValue(
  { catalog, world, startMs, storedValue }: PlanContext,
  { name, values }: PlannedRecord,
  field: string,
  spec: FieldSpec,
): PlannedValue | undefined {
  const stored = storedValue(name, field)
  const target = spec.target ?? spec.items?.spec.target
  if (target !== undefined) {
    const resource = catalog.resources.get(target)
    if (!resource) return undefined
    const [own] = recordsIn(values[field] ?? null)
    const names = [2, 1, 3].map((number) => recordNameOf(resource, number))
    const other = names.find((each) => each !== own && world.some((record) => record.name === each))
    if (other === undefined) return undefined
    return spec.target === undefined ? [{ record: other }] : { record: other }
  }
  if (spec.kind === 'boolean') return stored !== true
  if (spec.options) return spec.options.find((option) => option !== stored)
  return newValue(startMs, field, spec, stored)
}

const momentAfter = (startMs: number, days: number, format: 'date' | 'timestamp'): string =>
  new Date(startMs + days * dayMs).toISOString().slice(0, format === 'date' ? 10 : undefined)

function newValue(
  startMs: number,
  field: string,
  spec: FieldSpec,
  stored?: unknown,
): PlannedValue | undefined {
  const { kind, format, min = 0, max = Number.MAX_SAFE_INTEGER } = spec
  if (kind === 'integer' || kind === 'number') {
    const next = typeof stored === 'number' ? stored + 1 : min + 1
    return next <= max ? next : Math.max(min, next - 2)
  }
  if (kind !== 'string') return undefined
  const byFormat: Readonly<Record<string, PlannedValue | undefined>> = {
    email: 'new.address@example.test',
    uri: 'https://example.test/new',
    date: momentAfter(startMs, 40, 'date'),
    timestamp: momentAfter(startMs, 40, 'timestamp'),
    decimal: '19.99',
    time_zone: stored === 'Europe/Lisbon' ? 'Europe/Berlin' : 'Europe/Lisbon',
    uuid: undefined,
  }
  if (format !== undefined) return byFormat[format]
  return /slug/.test(field) ? 'new-slug' : 'New text'
}
