/** The scenarios that are shipped, by their names. */
import { scenarios } from './stories/scenarios.ts'
import { unknownNameError } from '../machine/errors.ts'
import type { Scenario } from './scenario.ts'

/** What a person chooses from. */
export const listScenarios = (): { name: string; summary: string }[] =>
  scenarios.map(({ name, summary }) => ({ name, summary }))

/** @throws EmulatorError for an unknown name; the message says the nearest */
export function findScenario(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found) return found
  const names = scenarios.map((scenario) => scenario.name)
  throw unknownNameError('scenario', name, names)
}
