/** The scenarios that are shipped, by their names. */
import { scenarios } from './stories/scenarios.ts'
import { unknownName } from '../machine/errors.ts'
import type { Scenario } from './scenario.ts'

/** What a person chooses from. */
export const scenarioList = (): { name: string; says: string }[] =>
  scenarios.map(({ name, says }) => ({ name, says }))

/** @throws EmulatorError for an unknown name; the message says the nearest */
export function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found) return found
  const names = scenarios.map((scenario) => scenario.name)
  throw unknownName('scenario', name, names)
}
