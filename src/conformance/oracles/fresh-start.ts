/**
 * Compares the state at the end of a run with that of a fresh instance: it has an empty storage, and synchronizes with
 * the same service. Only the integration itself knows its state, so that an integration that does the same wrong thing
 * in each run is found by nothing else.
 */
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import {
  type EndingDifference,
  type PlacedDifference,
  placedDifferences,
  withoutSegments,
} from './difference.ts'
import { aliasesOfRuns } from './ending-differences.ts'
import { runSchedule } from '../run/schedule-run.ts'
import type { Schedule } from '../run/schedule.ts'
import type { RunOutcome } from '../run/outcome.ts'
import type { PreparedScenario } from '../run/prepared-scenario.ts'
import { matchesPattern, pathPatternOf, type Segments } from './state-paths.ts'
import { performFirst } from '../run/service-act.ts'

/** What a comparison with a fresh instance shows. */
export interface FreshFindings {
  /** `missing`: only the fresh instance has a value. `stale`: the value was right at an earlier step. */
  readonly verdict?: 'missing' | 'stale'
  readonly differences: readonly EndingDifference[]
  /** Values that differ and were never right: they depend on the schedule of the instance. */
  readonly unexplained: readonly string[]
  /** Records that only the old instance has. The segments are those within the state. */
  readonly kept: readonly PlacedDifference[]
}

export const nothingFound: FreshFindings = { differences: [], unexplained: [], kept: [] }

/** The patterns of paths that depend on time or on the integration's own numbering, from three fresh starts. */
export async function timedPatterns(
  prepared: PreparedScenario,
  run: RunOutcome,
): Promise<readonly string[]> {
  const first = await freshState(prepared, run.world())
  if (first === undefined) return []
  const others = [afterAMinute(run.world()), withOneRecordMore(run)]
  const patterns = new Set<string>()
  for (const world of others) {
    const other = world && (await freshState(prepared, world))
    if (!other) continue
    const comparison = aliasesOfRuns(first, other)
    for (const { segments, ...values } of placedDifferences(first.state, other.state, comparison)) {
      if ('expected' in values && 'actual' in values) patterns.add(pathPatternOf(segments))
    }
  }
  return [...patterns]
}

/** Compares the end of a run with a fresh start. `leftOut` are patterns of paths that are not compared. */
export async function compareWithFreshStart(
  prepared: PreparedScenario,
  schedule: Schedule,
  run: RunOutcome,
  leftOut: readonly string[],
): Promise<FreshFindings> {
  if (!run.after || !('state' in run.after)) return nothingFound
  const fresh = await freshState(prepared, run.world())
  if (fresh === undefined) return nothingFound
  const differences = placedDifferences(fresh.state, run.after.state, {
    isLeftOut: (segments) => leftOut.some((pattern) => matchesPattern(pattern, segments)),
    ...aliasesOfRuns(fresh, run),
  })
  const named = differences.map((each) => ({
    ...each,
    path: ['state', each.path].join('.'),
  }))
  const missing = named.filter((each) => !('actual' in each))
  const kept = named.filter((each) => !('expected' in each))
  const changed = named.filter((each) => 'expected' in each && 'actual' in each)
  const earlier = changed.length > 0 ? await earlierStates(prepared, schedule) : []
  const isStale = ({ segments, actual }: (typeof changed)[number]): boolean =>
    earlier.some(({ state }) => JSON.stringify(valueAt(state, segments)) === JSON.stringify(actual))
  const stale = changed.filter((each) => isStale(each))
  const failing = missing.length > 0 ? [...missing, ...stale] : stale
  return {
    ...(failing.length > 0 && { verdict: missing.length > 0 ? 'missing' : 'stale' }),
    differences: failing.map(withoutSegments),
    unexplained: changed.filter((each) => !isStale(each)).map(({ path }) => path),
    kept,
  }
}

interface FreshState extends Pick<RunOutcome, 'rows'> {
  readonly state: unknown
}

/** The state of a fresh instance at its fixed point; undefined if it rejects, reports a problem or has no state. */
export async function freshState(
  prepared: PreparedScenario,
  world: Emulator,
): Promise<FreshState | undefined> {
  const { scenario, ...rest } = prepared
  const nothing = { ...scenario, synchronized: true, script: () => Promise.resolve() }
  const outcome = await runSchedule({ ...rest, scenario: nothing, emulator: world }, [])
  const { after, rows, problems, failed, hung, inconclusive } = outcome
  const isSilent = problems.length > 0 || (failed ?? hung ?? inconclusive) !== undefined
  return isSilent || !after || !('state' in after) ? undefined : { state: after.state, rows }
}

/** The states of fresh starts before the first step of a run, and after each of them. */
async function earlierStates(
  prepared: PreparedScenario,
  schedule: Schedule,
): Promise<readonly FreshState[]> {
  const worlds: Emulator[] = []
  await runSchedule(prepared, schedule, { onRest: (world) => void worlds.push(world) })
  const states: FreshState[] = []
  for (const world of worlds) {
    const fresh = await freshState(prepared, world)
    if (fresh) states.push(fresh)
  }
  return states
}

/** The world a minute later; undefined if a task is due before. */
function afterAMinute(world: Emulator): Emulator | undefined {
  const { clock } = contextOf(world)
  const endMs = clock.now() + 60_000
  if (clock.pending().some(({ at }) => at <= endMs)) return undefined
  clock.advanceSync(60_000)
  return world
}

/** The world with one record more in a list that the integration read; undefined if it read none. */
function withOneRecordMore(run: RunOutcome): Emulator | undefined {
  const world = run.world()
  const context = contextOf(world)
  const { resources } = context.catalog
  const lists = run.entries().flatMap((entry) => {
    const [, name = ''] = entry.kind === 'request' ? entry.path.split(/[/?]/, 2) : []
    return entry.kind === 'request' && entry.method === 'GET' && resources.has(name) ? [name] : []
  })
  const acts = [...new Set(lists)].map((resource) => ({
    act: 'create',
    input: { resource, values: {} },
  }))
  return performFirst(context, acts) && world
}

function valueAt(value: unknown, segments: Segments): unknown {
  return segments.reduce<unknown>(
    (current, name) => (current as Record<string, unknown> | null | undefined)?.[name],
    value,
  )
}
