/** Lists the shipped scenarios and finds a scenario by its name. */
import { scenarios } from './scenarios.ts'
import { unknownNameError } from '../../engine/errors/errors.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'

/** The shipped scenarios with their names and summaries. */
export const listScenarios = (): { name: string; summary: string }[] =>
  scenarios.map(({ name, summary }) => ({ name, summary }))

/** @throws EmulatorError for an unknown name, with the closest known name */
export function findScenario(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found) return found
  const names = scenarios.map((scenario) => scenario.name)
  throw unknownNameError('scenario', name, names)
}
