/** Why a run ended early, and the text of what code under test threw. */
import { quoteValue } from '../../engine/errors/argument-checks.ts'
import { stableJson } from './choice-point.ts'

/** Why a run ended early. */
export class RunEnd extends Error {
  readonly reason: 'hung' | 'failed' | 'inconclusive'

  constructor(reason: RunEnd['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** The message of an error, or the JSON text of another value. A value that JSON cannot hold is named. */
export const messageOf = (value: unknown): string => {
  if (value instanceof Error) return value.message
  if (typeof value === 'string') return value
  return jsonIn(value) ?? quoteValue(value)
}

/** Returns a text with a full stop at its end, which the message of an error can have. */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** The JSON text of a value; undefined for a cycle or a BigInt in it. */
function jsonIn(value: unknown): string | undefined {
  try {
    return stableJson(value)
  } catch {
    return undefined
  }
}
