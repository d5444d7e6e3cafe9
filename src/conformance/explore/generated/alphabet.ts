/**
 * The acts that concern an integration: each is performed alone, and left out if the integration neither calls the
 * service nor changes what it keeps, by events and by a synchronization.
 */
import { contextOf } from '../../../engine/emulator/emulator.ts'
import { defined } from '../../../engine/errors/defined.ts'
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import type { ResourceName } from '../../../engine/emulator/record-types.ts'
import { perPageDefault } from '../../../engine/define/list-query.ts'
import { routeOf } from '../../../engine/emulator/reports/calls-and-deliveries.ts'
import { eventGroupOf, stableJson } from '../../run/choice-point.ts'
import { echoesService, refusedDelivery } from '../../oracles/baseline-judgement.ts'
import type { RunOutcome } from '../../run/outcome.ts'
import type { PreparedScenario } from '../../run/prepared-scenario.ts'
import { runSchedule } from '../../run/schedule-run.ts'
import { assertActNames, isNamedBy } from './act-names.ts'
import { writesNothing } from '../../run/written-rows.ts'
import { actsOnCreated, fillAct, type PlannedAct, shortPause } from './planned-act.ts'
import { findRecordStates } from './record-states.ts'
import { isAccepted, permittedActs, prepareSequence, type Sequence } from './sequence.ts'
import { planWorld, type PlannedRecord, recordsIn } from './world-plan.ts'

/** An act that concerns the integration. */
export interface AlphabetAct extends PlannedAct {
  /** Whether the integration handles events of the records that the act changes. */
  readonly isHandled: boolean
}

export interface Alphabet {
  readonly acts: readonly AlphabetAct[]
  /** The acts of the records that acts create: each follows the creation. */
  readonly onCreated: readonly AlphabetAct[]
  /** The acts that the world permits, also those that do not concern the integration. */
  readonly permitted: readonly PlannedAct[]
  /** The acts of records that the integration reads, after which it does and keeps what it does without them. */
  readonly unnoticed: readonly PlannedAct[]
  /** The scenario without a step, in the world of the acts. */
  readonly prepared: PreparedScenario
  /** The first run of the integration. */
  readonly firstRun: RunOutcome
  /** Whether the integration has a state, or writes in the service after an act. */
  readonly hasEnding: boolean
  /** Whether the integration receives no deliveries. */
  readonly isPolled: boolean
  /** Whether the integration receives deliveries, and handles no event of any act. */
  readonly isDeaf: boolean
  /** The answer to the first delivery if the endpoint accepts no delivery of any act. */
  readonly refusal?: string
  /** Whether `state()` changes with acts before the integration can know of them, and never later. */
  readonly echoesService: boolean
  /** The use of the network or the time of the host; absent if there was none. */
  readonly hostUse?: string
  /** Why the first call of a run did not reach the service; absent if each of them did. */
  readonly refusedCall?: string
  readonly world: readonly PlannedRecord[]
  /** The acts that make a list of the integration longer than its pages, each with the creation of one more record. */
  readonly longLists: readonly (readonly [PlannedAct, AlphabetAct])[]
}

interface AlphabetOptions {
  /** Prepares a scenario without steps in a world. */
  prepare(world: readonly PlannedRecord[]): Promise<PreparedScenario>
  /** The option `acts`. Default: all. */
  readonly names: readonly string[] | undefined
  /** Whether the exploration ends early. */
  isOver(): boolean
}

export async function findAlphabet({ prepare, names, isOver }: AlphabetOptions): Promise<Alphabet> {
  const { emulator } = await prepare([])
  const { catalog } = contextOf(emulator).settings
  const states = await findRecordStates(catalog, prepare)
  const worldOf = async (resources: ReadonlySet<string>, count: number): Promise<Probe> => {
    const world = planWorld(catalog, resources, count, states)
    return new Probe(await prepare(world), world)
  }
  const everything = new Set(catalog.resources.keys())
  if (names) assertActNames(names, (await worldOf(everything, recordsMax)).acts())
  // Note: the third records are not needed to find out what concerns the integration.
  const probe = await worldOf(everything, 2)
  const firstRun = await probe.nothing()
  const isEnded = (): boolean => isOver() || !isComparable(firstRun) || probe.hostUse !== undefined
  const read = resourcesReadBy(firstRun, probe.prepared.emulator)
  const all = probe.acts()
  const mattering = new Set(read)
  const named = new Set<string>()
  const probeAll = async (acts: readonly PlannedAct[]): Promise<void> => {
    for (const act of acts) {
      if (isEnded() || mattering.has(act.resource ?? '') || !(await probe.concerns(act))) continue
      if (act.resource === undefined) named.add(act.name)
      else mattering.add(act.resource)
    }
  }
  // Note: a resource that is not read matters if its creation concerns the integration. Its updates follow.
  const isFirst = ({ resource, act }: PlannedAct): boolean =>
    resource === undefined || act === 'create'
  await probeAll(all.filter(isFirst))
  if (mattering.size === 0) await probeAll(all.filter((act) => !isFirst(act)))
  for (const { name, input } of all) {
    if (named.has(name)) for (const each of resourcesIn(probe.world, input)) mattering.add(each)
  }
  const own = await worldOf(mattering, recordsMax)
  const { world } = own
  const acts: ReactionTo[] = []
  const without: ReactionTo[] = []
  const unnoticed: PlannedAct[] = []
  const permitted = own.acts()
  for (const act of permitted) {
    const isCandidate =
      act.resource === undefined
        ? named.has(act.name) || isAbout(world, act.input, mattering)
        : mattering.has(act.resource)
    const { follows } = act
    if (follows !== undefined && !acts.some(({ name }) => name === follows)) continue
    if (!isCandidate || (names && !isNamedBy(names, act)) || isEnded()) continue
    const reaction = await own.reactionTo(act)
    if (!reaction) continue
    if (reaction.concerns) acts.push({ ...act, reaction })
    else without.push({ ...act, reaction })
    if (!reaction.concerns && (read.has(act.resource ?? '') || isAbout(world, act.input, read)))
      unnoticed.push(act)
  }
  const handled = handledGroups(acts.map(({ reaction }) => reaction))
  const isDeaf = handled.size === 0 && acts.some(({ reaction }) => reaction.eventGroups.length > 0)
  const withHandled = ({ reaction, ...act }: ReactionTo): AlphabetAct => ({
    ...act,
    isHandled: reaction.eventGroups.some((group) => handled.has(group)),
  })
  const concerning = acts.map(withHandled)
  // Note: an act that has no effect on a record of before can have one on a new record.
  const events = new Set(acts.flatMap(({ reaction }) => reaction.eventGroups))
  const others = without
    .filter(
      ({ act, reaction }) =>
        act !== 'update' && reaction.eventGroups.some((each) => events.has(each)),
    )
    .map(withHandled)
  const onCreated = concerning.flatMap((act) =>
    actsOnCreated(act, [...concerning, ...others], world),
  )
  const sizes = pageSizesIn(await own.nothing(), own.prepared.emulator)
  const longLists = concerning
    .filter(({ act }) => act === 'create')
    .flatMap((create) => {
      const size = sizes.get(create.resource ?? '')
      return size === undefined ? [] : [[fillAct(create.resource!, size), create] as const]
    })
  return {
    prepared: own.prepared,
    firstRun,
    unnoticed,
    isDeaf,
    echoesService: echoesService(own),
    ...defined({
      refusal: own.refusal ?? probe.refusal,
      refusedCall: own.refusedCall ?? probe.refusedCall,
      hostUse: own.hostUse ?? probe.hostUse,
    }),
    hasEnding: acts.some(({ reaction }) => reaction.hasEnding),
    world,
    permitted: [...permitted, ...longLists.map(([fill]) => fill), ...onCreated],
    acts: concerning,
    onCreated,
    isPolled: firstRun.isPolled,
    longLists,
  }
}

/** The number of records of each resource. */
const recordsMax = 3

/** Whether runs of acts can be compared with the run without an act. */
const isComparable = ({ after, rejections }: RunOutcome): boolean =>
  after !== undefined && after.unhandledCalls.length === 0 && rejections.length === 0

/** What an integration does after an act. */
interface Reaction {
  /** Whether the act concerns the integration. */
  readonly concerns: boolean
  /** Whether an event of the act has an effect before the final synchronization. */
  readonly isHandled: boolean
  /** Whether the integration has a state, or writes in the service. */
  readonly hasEnding: boolean
  /** The records that the events of the act are about: `user`. */
  readonly eventGroups: readonly string[]
}

/**
 * The groups of events that the integration handles: those whose events alone have an effect, and those that have one
 * together with others, unless they have none alone.
 */
function handledGroups(reactions: readonly Reaction[]): ReadonlySet<string> {
  const groupsOf = (isHandled: boolean, isAlone: boolean): readonly string[] =>
    reactions
      .filter((each) => each.isHandled === isHandled)
      .flatMap(({ eventGroups }) => (isAlone && new Set(eventGroups).size > 1 ? [] : eventGroups))
  const withoutEffect = new Set(groupsOf(false, true))
  const together = groupsOf(true, false).filter((group) => !withoutEffect.has(group))
  return new Set([...groupsOf(true, true), ...together])
}

type ReactionTo = PlannedAct & { readonly reaction: Reaction }

/** Performs acts alone. */
class Probe {
  readonly prepared: PreparedScenario
  readonly world: readonly PlannedRecord[]
  #nothing: Promise<RunOutcome> | undefined
  #refusals: (string | undefined)[] = []
  /** Why the first call did not reach the service; undefined if each of them did. */
  refusedCall: string | undefined
  /** The first use of the network or the time of the host. */
  hostUse: string | undefined
  changesAtOnce = false
  changesLater = false

  constructor(prepared: PreparedScenario, world: readonly PlannedRecord[]) {
    this.prepared = prepared
    this.world = world
  }

  /** The refusal of the first delivery; undefined if the endpoint accepted a delivery of any act, or received none. */
  get refusal(): string | undefined {
    return this.#refusals.includes(undefined) ? undefined : this.#refusals[0]
  }

  /** The acts that the world permits. */
  acts(): readonly PlannedAct[] {
    return permittedActs(this.prepared, this.world)
  }

  /** The run without an act. */
  nothing(): Promise<RunOutcome> {
    return (this.#nothing ??= this.run([]))
  }

  async run(sequence: Sequence): Promise<RunOutcome> {
    const { prepared } = this
    // Note: a poller may ask for what was changed after the newest record that it knows.
    const later = [shortPause, ...sequence]
    const acted = prepareSequence(prepared, { sequence: later, world: this.world })
    const outcome = await runSchedule(acted, [], { refusesHostUse: true })
    this.hostUse ??= outcome.hostUse
    return outcome
  }

  async concerns(act: PlannedAct): Promise<boolean> {
    return (await this.reactionTo(act))?.concerns === true
  }

  /** Returns undefined if the service refuses the act. */
  async reactionTo(act: PlannedAct): Promise<Reaction | undefined> {
    if (!(await isAccepted(this.prepared, [act]))) return undefined
    const nothing = await this.nothing()
    const outcome = await this.run([act])
    const { callsBeforeEnd, changesEarly, eventNames } = outcome
    this.refusedCall ??= outcome.refusedCall
    this.changesAtOnce ||= outcome.changesAtOnce
    this.changesLater ||= outcome.changesLater
    if (outcome.entries().some(({ kind }) => kind === 'answer'))
      this.#refusals.push(refusedDelivery(outcome))
    const isHandled = eventNames.size > 0 && (callsBeforeEnd > 0 || changesEarly)
    return {
      isHandled,
      hasEnding: 'state' in (outcome.after ?? {}) || !writesNothing(outcome.rows),
      concerns: isHandled || resultOf(outcome) !== resultOf(nothing),
      eventGroups: [...eventNames].map(eventGroupOf),
    }
  }
}

/** What a run leaves behind, as text. The content of a record that the integration wrote depends on the act itself. */
const resultOf = ({ after, rows: { created, changed }, failed, hung }: RunOutcome): string =>
  stableJson({
    after,
    created: created.map(stableJson).sort(),
    changed: [...changed.keys()].sort(),
    failed,
    hung,
  })

/** The resources whose operations the integration calls. */
export function resourcesReadBy(outcome: RunOutcome, emulator: Emulator): ReadonlySet<string> {
  const context = contextOf(emulator)
  const names = outcome.allEntries().flatMap((entry) => {
    const route = entry.kind === 'request' ? routeOf(context, entry) : undefined
    return route ? [route.operation.resource.name] : []
  })
  return new Set(names)
}

/** The page sizes of the lists that the integration reads on one page, by resource. */
function pageSizesIn(outcome: RunOutcome, emulator: Emulator): ReadonlyMap<string, number> {
  const context = contextOf(emulator)
  const sizes = new Map<string, number>()
  for (const entry of outcome.entries()) {
    if (entry.kind !== 'request') continue
    const route = routeOf(context, entry)
    if (!route?.operation.walk) continue
    const { name } = route.operation.resource
    const search = new URLSearchParams(entry.path.split('?')[1])
    const size = Number(search.get('per_page') ?? perPageDefault)
    sizes.set(name, Math.max(sizes.get(name) ?? 0, size))
  }
  for (const [name, size] of sizes)
    if (emulator.rows(name as ResourceName).length > size) sizes.delete(name)
  return sizes
}

/** Whether each record that an input names is one of some resources. */
const isAbout = (
  world: readonly PlannedRecord[],
  input: PlannedAct['input'],
  resources: ReadonlySet<string>,
): boolean => {
  const found = resourcesIn(world, input)
  return found.length > 0 && found.every((name) => resources.has(name))
}

/** The resources of the records that an input names. */
function resourcesIn(
  world: readonly PlannedRecord[],
  input: PlannedAct['input'],
): readonly string[] {
  const names = new Set(recordsIn(input))
  return world.filter(({ name }) => names.has(name)).map(({ resource }) => resource)
}
