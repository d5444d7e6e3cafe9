/** Sequences of acts: what a generated scenario does, as data, as a scenario, and as the code of a scenario. */
import { contextOf } from '../../../engine/emulator/emulator.ts'
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import type { ResourceName } from '../../../engine/emulator/record-types.ts'
import type { Id } from '../../../engine/store/keys.ts'
import { performAct } from '../../../engine/emulator/methods/acts.ts'
import { Problem } from '../../../engine/define/problems.ts'
import { EmulatorError } from '../../../engine/errors/errors.ts'
import { findDeviation } from '../../deviations/kinds.ts'
import { actsSeparator } from '../../run/schedule.ts'
import type { PreparedScenario } from '../../run/prepared-scenario.ts'
import type { Scenario } from '../../../engine/emulator/scenario.ts'
import type { Catalog } from '../../../engine/model/catalog.ts'
import { actMethodOf } from '../../../engine/kit/acts/act-methods.ts'
import { isRecordAct } from '../../../engine/kit/acts/record-acts.ts'
import {
  isFill,
  isSynchronization,
  movesTime,
  partsOf,
  pause,
  type PlannedAct,
  planActs,
  shortPause,
  synchronizeAct,
} from './planned-act.ts'
import {
  createRecords,
  isRecordName,
  type PlannedRecord,
  type PlannedValue,
  type RecordIds,
  recordsIn,
  resolveValue,
} from './world-plan.ts'

/** What every scenario can do besides the acts of its world. */
const commonActs = [pause, shortPause, synchronizeAct]

/** Acts, in their order. */
export type Sequence = readonly PlannedAct[]

/** Formats a sequence: `update user1 last_name, pause, merge_users user1 user2`. */
export const formatSequence = (sequence: Sequence): string =>
  sequence.map(({ name }) => name).join(', ')

/** Formats a replay text: `update user1 last_name | 500 at GET /users/2 #1`. */
export const formatReplay = (sequence: Sequence, schedule: string): string =>
  `${formatSequence(sequence)}${actsSeparator}${schedule}`

/** Parses a replay text into its acts and the text of its schedule. @throws EmulatorError for an unknown act */
export function parseReplay(
  text: string,
  permitted: readonly PlannedAct[],
): { readonly sequence: Sequence; readonly schedule: string } {
  const [acts = '', schedule = 'baseline'] = text.split(actsSeparator)
  return { sequence: parseSequence(acts, permitted), schedule }
}

/**
 * Parses a text of `formatSequence` with the acts that the world permits.
 *
 * @throws EmulatorError for a text that names no such act
 */
function parseSequence(text: string, permitted: readonly PlannedAct[]): Sequence {
  const byName = new Map([...permitted, ...commonActs].map((act) => [act.name, act]))
  return text.split(', ').map((name) => {
    const act = byName.get(name)
    if (act) return act
    const isSchedule = findDeviation(name.split(' at ')[0] as string) !== undefined
    if (isSchedule)
      throw new EmulatorError('bad_option', {
        action: 'explore',
        reason: `"replay" is "${text}", which has no acts`,
        advice: 'It is of a scenario: give the scenario too.',
      })
    throw new EmulatorError('bad_option', {
      action: 'explore',
      reason: `"replay" names the act "${name}", which is unknown`,
      advice: 'Copy the replay text of a failure of this integration.',
    })
  })
}

/**
 * Performs an act, and adds the record that it creates to `ids`.
 *
 * @throws Problem or EmulatorError if the service refuses it
 */
async function performPlanned(
  emulator: Emulator,
  planned: PlannedAct,
  ids: Map<string, Id>,
): Promise<void> {
  const { act, resource, input } = planned
  if (act === 'advance') return void (await emulator.advance(input['by'] as string))
  if (isFill(planned)) {
    emulator.given(resource as ResourceName, input['count'] as number)
    return
  }
  const resolved = resolveValue(input, ids) as Record<string, unknown>
  const result = performAct(
    contextOf(emulator),
    act,
    resource === undefined ? resolved : { resource, ...resolved },
  )
  if (planned.creates !== undefined) ids.set(planned.creates, (result as { readonly id: Id }).id)
}

export interface SequenceScenario {
  readonly sequence: Sequence
  readonly world: readonly PlannedRecord[]
  /** Whether the integration handles no event of one of the acts. Default: false. */
  readonly isEventual?: boolean
  /** Whether the integration synchronizes after each step, and not during a short pause. Default: false. */
  readonly isPolled?: boolean
}

/** Prepares a sequence in the world that another scenario was prepared in. */
export const prepareSequence = (
  prepared: PreparedScenario,
  details: SequenceScenario,
): PreparedScenario => ({
  ...prepared,
  callsMax: prepared.callsMax + callsMaxPerRecord * filledCount(details.sequence),
  scenario: scenarioOf(details) as PreparedScenario['scenario'],
})

/** The number of calls more for each record of a long list: an integration may repeat its walk a dozen times. */
const callsMaxPerRecord = 100

const filledCount = (sequence: Sequence): number =>
  sequence.filter(isFill).reduce((sum, { input }) => sum + (input['count'] as number), 0)

/** The acts that a world permits, with the records of its plan that exist. */
export function permittedActs(
  { emulator, given }: PreparedScenario,
  world: readonly PlannedRecord[],
): readonly PlannedAct[] {
  const ids = given as RecordIds
  const resources = new Map(world.map(({ name, resource }) => [name, resource]))
  const { store, settings, clock } = contextOf(emulator)
  return planActs({
    catalog: settings.catalog,
    startMs: clock.now(),
    world: world.filter(({ name }) => ids.has(name)),
    storedValue: (record, field) =>
      store.get(resources.get(record) as string, ids.get(record) ?? 0)?.[field],
  })
}

/** Whether the records of an act exist: from the start, or since an earlier act. */
export const hasItsRecords = (
  { input }: PlannedAct,
  before: Sequence,
  world: Pick<ReadonlySet<string>, 'has'>,
): boolean =>
  recordsIn(input).every(
    (name) => world.has(name) || before.some(({ creates }) => creates === name),
  )

/** Whether the service accepts each act of a sequence, in its order. */
export async function isAccepted(
  { emulator, given }: PreparedScenario,
  sequence: Sequence,
): Promise<boolean> {
  const ids = new Map(given as RecordIds)
  if (!sequence.every((act, i) => hasItsRecords(act, sequence.slice(0, i), ids))) return false
  const fork = emulator.fork()
  try {
    for (const act of sequence.flatMap(partsOf))
      if (!isSynchronization(act)) await performPlanned(fork, act, ids)
    return true
  } catch (error) {
    if (error instanceof Problem || error instanceof EmulatorError) return false
    throw error
  } finally {
    fork.close()
  }
}

/**
 * The acts of each step: one, or those before and after a short pause if they must not wait for a synchronization: the one
 * that they follow, or that of an integration that synchronizes after each step.
 */
function stepsOf({
  sequence,
  isPolled = false,
}: Pick<SequenceScenario, 'sequence' | 'isPolled'>): readonly Sequence[] {
  const steps: PlannedAct[][] = []
  for (const [i, act] of sequence.entries()) {
    const last = steps.at(-1)
    const isAtOnce = act === shortPause || sequence[i - 1] === shortPause
    const isWithin = isPolled || last?.some(isSynchronization)
    if (isAtOnce && isWithin && last) last.push(act)
    // Note: a step of its own, so that a change between two pages has a moment before the walk.
    else steps.push([act], ...(isFill(act) ? [[synchronizeAct]] : []))
  }
  return steps
}

/** The scenario that performs the acts of a sequence. */
export const scenarioOf = ({
  sequence,
  world,
  isEventual = false,
  isPolled = false,
}: SequenceScenario): Scenario<void, RecordIds> => ({
  name: 'generated',
  summary: formatSequence(sequence),
  options: { world: 'empty' },
  ...(isEventual && { eventual: true }),
  given: (emulator) => createRecords(emulator, world),
  async script({ emulator, step, resync, given }) {
    const ids = new Map(given)
    for (const acts of stepsOf({ sequence, isPolled })) {
      await step(formatSequence(acts), async () => {
        for (const act of acts.flatMap(partsOf)) {
          if (isSynchronization(act)) resync()
          else await performPlanned(emulator, act, ids)
        }
      })
    }
  },
})

/** The records of a plan that acts use, with those that they refer to. */
export function neededRecords(
  world: readonly PlannedRecord[],
  sequence: Sequence,
): readonly PlannedRecord[] {
  const needed = new Set(sequence.flatMap(({ input }) => recordsIn(input)))
  for (const { name, values } of world.toReversed())
    if (needed.has(name)) for (const each of recordsIn(values)) needed.add(each)
  return world.filter(({ name }) => needed.has(name))
}

/** The code of a scenario, to paste into a test. */
export function formatScenarioCode(
  catalog: Catalog,
  { sequence, world, isEventual, isPolled = false }: SequenceScenario,
): string {
  const used = new Set([
    ...sequence.flatMap(({ input }) => recordsIn(input)),
    ...world.flatMap(({ values }) => recordsIn(values)),
  ])
  const given = world.map(({ name, resource, values }) => {
    const call = `emulator.given('${resource}'${Object.keys(values).length > 0 ? `, ${codeOf(values)}` : ''})`
    return used.has(name) ? `const ${name} = ${call}` : call
  })
  const created = new Set(sequence.flatMap(({ creates }) => creates ?? []))
  const inSteps = [...new Set(sequence.flatMap(({ input }) => recordsIn(input)))].filter(
    (name) => !created.has(name),
  )
  const plannedSteps = stepsOf({ sequence, isPolled })
  const steps = plannedSteps.flatMap((acts) => stepCode(catalog, acts, used))
  const parts = [
    ...(plannedSteps.flat().some(isSynchronization) ? ['resync'] : []),
    ...(inSteps.length > 0 ? [`given: { ${inSteps.join(', ')} }`] : []),
  ]
  return [
    'const generated = scenario(',
    "  'generated',",
    '  {',
    ...(isEventual ? ['    eventual: true,'] : []),
    '    given(emulator) {',
    ...given.map((line) => `      ${line}`),
    ...(inSteps.length > 0 ? [`      return { ${inSteps.join(', ')} }`] : []),
    '    },',
    '  },',
    `  async ({ ${['emulator', 'step', ...parts].join(', ')} }) => {`,
    ...steps.map((line) => `    ${line}`),
    '  },',
    ')',
  ].join('\n')
}

/** The code of a step, which returns the record that its acts create if others use it. */
function stepCode(catalog: Catalog, acts: Sequence, used: ReadonlySet<string>): readonly string[] {
  const name = acts.flatMap(({ creates }) => creates ?? []).find((each) => used.has(each))
  const result = name === undefined ? '' : `const ${name} = `
  const start = `${result}await step('${formatSequence(acts)}', `
  const parts = acts.flatMap(partsOf)
  const [only, ...others] = parts
  if (only && others.length === 0) return [`${start}() => ${callOf(catalog, only)})`]
  const calls = parts.map((act) => {
    const isResult = name !== undefined && act.creates === name
    const wait = movesTime(act) ? 'await ' : ''
    return `  ${isResult ? result : ''}${wait}${callOf(catalog, act)}`
  })
  return [
    `${start}async () => {`,
    ...calls,
    ...(name === undefined ? [] : [`  return ${name}`]),
    '})',
  ]
}

function callOf(catalog: Catalog, planned: PlannedAct): string {
  const { act, resource, input } = planned
  if (movesTime(planned)) return `emulator.advance('${String(input['by'])}')`
  if (isSynchronization(planned)) return 'resync()'
  if (isFill(planned)) return `emulator.given('${resource}', ${String(input['count'])})`
  const method = actMethodOf(act)
  if (isRecordAct(act)) {
    const { id, values } = input as Readonly<Record<string, PlannedValue>>
    const parts = [
      `'${resource}'`,
      ...(id === undefined ? [] : [codeOf(id)]),
      ...(values === undefined ? [] : [codeOf(values)]),
    ]
    return `emulator.act.${method}(${parts.join(', ')})`
  }
  const fields = catalog.acts.get(act)?.input ?? {}
  const named = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [fields[name]?.spec.alias ?? name, value]),
  )
  return `emulator.act.${method}(${codeOf(named)})`
}

/** A value as code: references to records are variables. */
function codeOf(value: unknown): string {
  if (isRecordName(value)) return value.record
  if (Array.isArray(value)) return `[${value.map(codeOf).join(', ')}]`
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value).map(([name, each]) => {
    const code = codeOf(each)
    return name === code ? name : `${name}: ${code}`
  })
  return `{ ${entries.join(', ')} }`
}
