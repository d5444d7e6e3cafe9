/**
 * Samples the stack of callSites, for usage. The stack of each call would cost as much as its answer, so the
 * sampler takes only the stacks of the calls 4, 8, 16 and so on of an operation.
 */
import type { RequestTraffic } from '../journal/kinds/request.ts'

const firstSample = 4
/** Interceptors put about 20 frames between the caller and this code. */
const framesMax = 50

export class CallSiteSampler {
  /** Whether it samples. The schedules of an exploration have no usage. Default: true. */
  isOn = true
  // Note: an emulator without requests has no map.
  #calls: Map<string, number> | undefined

  count(operation: string, traffic: RequestTraffic): void {
    if (!this.isOn) return
    this.#calls ??= new Map()
    const calls = (this.#calls.get(operation) ?? 0) + 1
    this.#calls.set(operation, calls)
    if (calls >= firstSample && (calls & (calls - 1)) === 0) traffic.callSite = currentStack()
  }
}

/** The engine formats the stack when it is read. */
function currentStack(): Error {
  const limited: { stackTraceLimit?: number } = Error
  const { stackTraceLimit } = limited
  limited.stackTraceLimit = framesMax
  const error = new Error('stack')
  if (stackTraceLimit === undefined) delete limited.stackTraceLimit
  else limited.stackTraceLimit = stackTraceLimit
  return error
}
