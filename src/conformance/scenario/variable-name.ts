/** The name of the variable of a scenario. */

/** The name of a scenario as the name of a variable. */
export function variableNameOf(scenario: string): string {
  const name = scenario.replaceAll(/[^\p{L}\p{N}]+(.?)/gu, (_, next: string) => next.toUpperCase())
  return /^\p{L}/u.test(name) ? name : `scenario${name}`
}
