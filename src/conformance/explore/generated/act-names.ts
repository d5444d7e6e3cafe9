/** The names of acts: those that the option `acts` chooses, and those that a coverage sentence lists. */
import { unknownNameError } from '../../../engine/errors/errors.ts'
import type { PlannedAct } from './planned-act.ts'

/** A pattern that begins with this sign excludes acts. */
const exclusion = '!'

/**
 * Whether patterns, in which `*` stands for any text, choose an act: one of them is its id, its resource or its name, and none
 * with `!` is. Patterns with `!` alone choose all others.
 */
export function isNamedBy(patterns: readonly string[], act: PlannedAct): boolean {
  const excluded = patterns.filter((pattern) => pattern.startsWith(exclusion))
  const chosen = patterns.filter((pattern) => !pattern.startsWith(exclusion))
  if (excluded.some((pattern) => isNameOf(pattern.slice(exclusion.length), act))) return false
  return chosen.length === 0 || chosen.some((pattern) => isNameOf(pattern, act))
}

function isNameOf(pattern: string, { name, act, resource }: PlannedAct): boolean {
  const names = [name, act, ...(resource === undefined ? [] : [resource, `${act} ${resource}`])]
  return names.some((each) => matches(pattern, each))
}

/**
 * Patterns may name any record of a plan; the acts are those of a world with fewer records.
 *
 * @throws EmulatorError for a pattern that names no act of the service
 */
export function assertActNames(patterns: readonly string[], acts: readonly PlannedAct[]): void {
  const anyRecord = acts.map((act) => ({ ...act, name: withoutNumbers(act.name) }))
  for (const given of patterns) {
    const pattern = given.startsWith(exclusion) ? given.slice(exclusion.length) : given
    const variants = [pattern, withoutNumbers(pattern)]
    if (anyRecord.some((act) => variants.some((each) => isNameOf(each, act)))) continue
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
