/** The names of acts: those that the option `acts` chooses, and those that a coverage sentence lists. */
import { unknownNameError } from '../../../engine/errors/errors.ts'
import type { PlannedAct } from './planned-act.ts'

/** Whether one of the patterns, in which `*` stands for any text, is the id, the resource or the name of an act. */
export function isNamedBy(
  patterns: readonly string[],
  { name, act, resource }: PlannedAct,
): boolean {
  const names = [name, act, ...(resource === undefined ? [] : [resource, `${act} ${resource}`])]
  return patterns.some((pattern) => names.some((each) => matches(pattern, each)))
}

/**
 * Patterns may name any record of a plan; the acts are those of a world with fewer records.
 *
 * @throws EmulatorError for a pattern that names no act of the service
 */
export function assertActNames(patterns: readonly string[], acts: readonly PlannedAct[]): void {
  const anyRecord = acts.map((act) => ({ ...act, name: withoutNumbers(act.name) }))
  for (const pattern of patterns) {
    if (anyRecord.some((act) => isNamedBy([pattern, withoutNumbers(pattern)], act))) continue
    const resources = acts.flatMap(({ resource }) => resource ?? [])
    const known = [...shortNamesOf(acts), ...new Set(resources)]
    throw unknownNameError('act', pattern, known, 'explore')
  }
}

const withoutNumbers = (name: string): string => name.replaceAll(/\d+/g, '1')

/** The acts for people: `merge_users`, `update users`. */
export const shortNamesOf = (acts: readonly PlannedAct[]): readonly string[] => [
  ...new Set(
    acts.map(({ act, resource, name }) => {
      if (act === 'advance') return name
      return resource === undefined ? act : `${act} ${resource}`
    }),
  ),
]

/** Whether a text matches a pattern in which `*` stands for any text. */
function matches(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  if (others.length === 0) return pattern === text
  const last = others.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at + last.length <= text.length
}
