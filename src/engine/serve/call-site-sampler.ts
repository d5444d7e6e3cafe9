/**
 * Samples the stacks of callers, for usage and stories. The stack of each call would cost as much as its answer, so
 * the sampler takes only those of refused calls, and of the calls 4, 8, 16 and so on of an operation.
 */
import { raiseStackLimit } from '../errors/stack-limit.ts'
import type { Exchange } from '../journal/kinds/request.ts'

const firstSample = 4

export class CallSiteSampler {
  /** Whether it samples. The schedules of an exploration have no usage. Default: true. */
  isOn = true
  // Note: an emulator without requests has no map.
  #calls: Map<string, number> | undefined

  /** Takes the stack of a call. */
  take(exchange: Exchange): void {
    if (this.isOn) exchange.callSite = currentStack()
  }

  /** Counts a call of an operation, and takes its stack if it is one of the sample. */
  count(operation: string, exchange: Exchange): void {
    if (!this.isOn) return
    this.#calls ??= new Map()
    const calls = (this.#calls.get(operation) ?? 0) + 1
    this.#calls.set(operation, calls)
    if (calls >= firstSample && (calls & (calls - 1)) === 0) this.take(exchange)
  }
}

/** The engine formats the stack when it is read. */
function currentStack(): Error {
  const restore = raiseStackLimit()
  const error = new Error('stack')
  restore()
  return error
}
