/** Why a run ended early, and the text of what code under test threw. */
import { stableJson } from '../choice-point.ts'

/** Why a run ended early. */
export class RunEnd extends Error {
  readonly reason: 'hung' | 'failed' | 'inconclusive'

  constructor(reason: RunEnd['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** The message of an error, or the JSON text of another value. */
export const messageOf = (value: unknown): string => {
  if (value instanceof Error) return value.message
  return typeof value === 'string' ? value : stableJson(value)
}
