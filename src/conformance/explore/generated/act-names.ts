/** The names of acts: those that the option `acts` chooses, and those that a coverage sentence lists. */
import type { PlannedAct } from './planned-act.ts'

/** Whether one of the patterns, in which `*` stands for any text, is the id, the resource or the name of an act. */
export function isNamedBy(
  patterns: readonly string[],
  { name, act, resource }: PlannedAct,
): boolean {
  const names = [name, act, ...(resource === undefined ? [] : [resource, `${act} ${resource}`])]
  return patterns.some((pattern) => names.some((each) => matches(pattern, each)))
}

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
