/** The scenarios that are shipped, by their names. */
import { shippedScenarios } from '../../fixtures/scenarios/scenarios.ts'
import { unknownName } from '../machine/errors.ts'
import type { Scenario } from './scenario.ts'

/** @throws EmulatorError for an unknown name; the message says the nearest */
export function scenarioNamed(name: string): Scenario {
  const found = shippedScenarios.find((scenario) => scenario.name === name)
  if (found) return found
  throw unknownName(
    'scenario',
    name,
    shippedScenarios.map((scenario) => scenario.name),
  )
}
