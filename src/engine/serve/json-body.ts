/** Parses the JSON object in the body of a request. */
import { isObject } from '../errors/argument-checks.ts'

/** The maximum number of levels of a body. Functions that visit all levels of it cannot exhaust the stack. */
const bodyLevelsMax = 100

/** The object in a body, or the reason why the body has none. */
type ParsedBody =
  | { readonly object: Readonly<Record<string, unknown>> }
  | { readonly object?: undefined; readonly defect: string }

/** Parses a body. The defect completes a sentence: "The body is not a JSON object." */
export function parseJsonObject(text: string): ParsedBody {
  const value = parseJson(text)
  if (!isObject(value)) return { defect: 'is not a JSON object' }
  if (hasMoreLevels(value, bodyLevelsMax))
    return { defect: `has more than ${bodyLevelsMax} levels` }
  return { object: value }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const hasMoreLevels = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => hasMoreLevels(part, levels - 1)))
