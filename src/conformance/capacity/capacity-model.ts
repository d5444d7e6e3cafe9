/** A model of a synchronization, fitted to small runs: which calls it sends at each size, and when. */
import type { Latency } from '../../engine/serve/latency.ts'
import type { RateLimit, WindowKind } from '../../engine/serve/rate-limiter.ts'
import {
  countAt,
  type CountFormula,
  type CountPoint,
  fittingFormulas,
  separatingSize,
  withPageSize,
} from './count-formula.ts'
import { matchPattern, type Pattern, patternOf, type Step, stepsOf } from './pattern.ts'
import { type Parallelism, simulate, type SimulationResult } from './simulation.ts'
import type { SyncRun } from './sync-run.ts'
import { type Segment, segmentsOf, type TracedCall } from './trace.ts'

/** The service that a model sends its calls to. */
export interface SimulatedService {
  readonly latency: Latency
  readonly rateLimit: RateLimit
  readonly windowKind: WindowKind
  readonly startMs: number
}

/** How the calls of one step grow. */
interface StepGrowth {
  readonly step: Step
  readonly points: readonly CountPoint[]
  /** The formulas that agree with every run, simplest first; empty if none agrees. */
  readonly formulas: readonly CountFormula[]
}

/** What the integration does about parallel calls and a 429. */
export interface ModelReaction {
  readonly parallelism: Parallelism
  readonly extraWaitMs: number
}

export class CapacityModel {
  readonly pattern: Pattern
  readonly growths: readonly StepGrowth[]
  readonly #tailMs: number
  /** The page size to use instead of another one. */
  readonly #pageSize: { readonly from: number; readonly to: number } | undefined

  constructor(
    pattern: Pattern,
    growths: readonly StepGrowth[],
    tailMs: number,
    pageSize?: { readonly from: number; readonly to: number },
  ) {
    this.pattern = pattern
    this.growths = growths
    this.#tailMs = tailMs
    this.#pageSize = pageSize
  }

  /** The page sizes of the steps with pages. */
  get pageSizes(): ReadonlySet<number> {
    const paged = this.growths.filter(({ formulas: [formula] }) => formula && formula.perPage > 0)
    return new Set(paged.flatMap(({ step }) => [...step.segment.pageSizes]))
  }

  withPageSize(from: number, to: number): CapacityModel {
    return new CapacityModel(this.pattern, this.growths, this.#tailMs, { from, to })
  }

  /** The accepted calls of each step at a size. */
  countsAt(size: number): Map<Step, number> {
    return new Map(this.growths.map((growth) => [growth.step, this.#countAt(growth, size)]))
  }

  /** All accepted calls at a size. */
  callsAt(size: number): number {
    return [...this.countsAt(size).values()].reduce((sum, calls) => sum + calls, 0)
  }

  simulate(
    size: number,
    service: SimulatedService,
    reaction: ModelReaction,
    limitMs = Infinity,
  ): SimulationResult {
    return simulate({
      ...service,
      ...reaction,
      pattern: this.pattern,
      totals: this.countsAt(size),
      tailMs: this.#tailMs,
      limitMs,
    })
  }

  #countAt({ formulas: [formula], points }: StepGrowth, size: number): number {
    if (!formula) return extrapolate(points, size)
    const { from, to } = this.#pageSize ?? { from: 1, to: 1 }
    return countAt(withPageSize(formula, from, to), size)
  }
}

/** The straight line through the last two points, as a whole number. */
function extrapolate(points: readonly CountPoint[], size: number): number {
  const [first, last] = points.slice(-2) as [CountPoint, CountPoint]
  const slope = (last.calls - first.calls) / (last.size - first.size)
  return Math.max(0, Math.round(last.calls + slope * (size - last.size)))
}

/** The largest number of runs that separate formulas. */
const separatingRunsMax = 8

/** Fits a model to runs. Further runs decide between formulas that agree with all runs so far. */
export async function fitModel(
  given: readonly SyncRun[],
  run: (size: number) => Promise<SyncRun>,
): Promise<CapacityModel> {
  const runs = [...given].sort((a, b) => a.size - b.size)
  for (let extraRuns = 0; ; extraRuns += 1) {
    const model = modelOf(runs) ?? (modelOf(runs.map(withoutOrder)) as CapacityModel)
    const size = model.growths
      .map(({ formulas }) => separatingSize(formulas, (runs[0] as SyncRun).size))
      .find((each) => each !== undefined && runs.every((known) => known.size !== each))
    if (size === undefined || extraRuns === separatingRunsMax) return model
    runs.push(await run(size))
    runs.sort((a, b) => a.size - b.size)
  }
}

const segmentsOfRun = ({ trace, startMs }: SyncRun): Segment[] => segmentsOf(trace, startMs)

function modelOf(runs: readonly SyncRun[]): CapacityModel | undefined {
  const pattern = patternOf(segmentsOfRun(runs.at(-1) as SyncRun))
  const steps = stepsOf(pattern)
  const matches = runs.map((run) => matchPattern(pattern, segmentsOfRun(run)))
  if (matches.some((match) => match === undefined)) return undefined
  const growths = steps.map((step, index): StepGrowth => {
    const totals = matches.map((match) => match?.[index] as NonNullable<typeof match>[number])
    const points = totals.map(({ calls, rows }, at) => ({
      size: (runs[at] as SyncRun).size,
      calls,
      rows,
    }))
    const isOneWave = totals.every(
      ({ calls, width, segments }) => segments === 1 && calls === width,
    )
    const grows = new Set(points.map(({ calls }) => calls)).size > 1
    const width = Math.max(...totals.map((total) => total.width))
    step.segment.width = isOneWave && grows ? Infinity : width
    return { step, points, formulas: fittingFormulas(points, step.segment.pageSizes) }
  })
  return new CapacityModel(pattern, growths, tailOf(runs.at(-1) as SyncRun))
}

/** The time between the last response and the end of the synchronization. */
const tailOf = ({ trace, startMs, durationMs }: SyncRun): number =>
  startMs + durationMs - Math.max(startMs, ...trace.map(({ endMs }) => endMs))

/** The calls sorted by operation, for runs whose order follows no pattern. */
function withoutOrder(run: SyncRun): SyncRun {
  const operations = [...new Set(run.trace.map(({ operation }) => operation))]
  const trace = operations.flatMap((operation) =>
    run.trace
      .filter((call) => call.operation === operation)
      .map((call): TracedCall => ({ ...call, startMs: run.startMs, endMs: run.startMs })),
  )
  return { ...run, trace, durationMs: 0 }
}
