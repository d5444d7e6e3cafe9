/** Formats a refused request for a terminal: status and reason, then the assumption that decided. */
import type { Explanation } from './explanation.ts'

/** An alternative as an option in code. */
export const optionInCode = (id: string, name: string): string =>
  `assumptions: { '${id}': '${name}' }`

/**
 * Returns a function that formats a refusal. The first line has the status and the reason, and an instance by its key. If an
 * assumption decided, a further line names it. Its alternatives follow only the first time, in the form of the command line
 * or in another one: most refusals are mistakes of the caller, which an alternative hides.
 */
export function createRefusalLines(
  optionOf = (id: string, name: string) => `--assume ${id}=${name}`,
): (explanation: Explanation, instance?: string) => string[] {
  const named = new Set<string>()
  return (explanation, instance = '') => {
    const { request, status, decidedBy, behaviours } = explanation
    const decisive = behaviours.find(({ id }) => id === decidedBy)
    const place = instance === '' ? '' : ` of the instance ${instance}`
    const first = `${status} ${request}${place}: ${reasonOf(explanation)}`
    if (decisive?.grade !== 'assumed') return [first]
    const { id, summary, alternatives = {} } = decisive
    const shown = named.has(id) ? [] : Object.entries(alternatives)
    named.add(id)
    return [
      first,
      `    assumption ${id}: ${summary}`,
      ...shown.map(([name, alternative]) => `    ${optionOf(id, name)}: ${alternative}`),
    ]
  }
}

function reasonOf({ reason = 'no reason is recorded', fault, nearest = [] }: Explanation): string {
  // Note: the reason of an injected response is the id of its fault.
  const why = reason === fault ? `hit by ${fault}` : reason
  return nearest.length > 0 ? `${why}. Did you mean ${nearest[0]}?` : why
}
