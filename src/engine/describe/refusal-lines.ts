/** Formats a refused request for a terminal: status and reason, then the assumption that decided. */
import type { Explanation } from './explanation.ts'

/** An alternative as an option in code. */
export const optionInCode = (id: string, name: string): string =>
  `assumptions: { '${id}': '${name}' }`

/**
 * Formats the first line with the status and the reason. If an assumption decided, further lines name it and
 * its alternatives, in the form of the command line or in another one. An instance is named by its key.
 */
export function refusalLines(
  explanation: Explanation,
  optionOf = (id: string, name: string) => `--assume ${id}=${name}`,
  instance = '',
): string[] {
  const { request, status, decidedBy, behaviours } = explanation
  const decisive = behaviours.find(({ id }) => id === decidedBy)
  const place = instance === '' ? '' : ` of the instance ${instance}`
  const first = `${status} ${request}${place}: ${reasonOf(explanation)}`
  if (decisive?.grade !== 'assumed') return [first]
  const { id, summary, alternatives = {} } = decisive
  return [
    first,
    `    assumption ${id}: ${summary}`,
    ...Object.entries(alternatives).map(
      ([name, alternative]) => `    ${optionOf(id, name)}: ${alternative}`,
    ),
  ]
}

function reasonOf({ reason = 'no reason is recorded', fault, nearest = [] }: Explanation): string {
  // Note: the reason of an injected response is the id of its fault.
  const why = reason === fault ? `hit by ${fault}` : reason
  return nearest.length > 0 ? `${why}. Did you mean ${nearest[0]}?` : why
}
