/**
 * Shipped scenarios to run an integration through, and the functions to write more.
 *
 * @example
 * import { merge, runScenario } from 'course-admin-emulator/scenarios'
 *
 * const { result, transcript } = await runScenario(merge, app)
 *
 * @module
 */
export * from './scenarios/stories/scenarios.ts'
export type {
  Scenario,
  ScenarioDetails,
  ScenarioOptions,
  ScenarioScript,
  ScenarioContext,
} from './scenarios/scenario.ts'
export { scenario } from './scenarios/scenario.ts'
export type { Connect, Connection, Integration } from './scenarios/integration.ts'
export type { IntegrationStorage } from './scenarios/storage.ts'
export type { RunOptions, ScenarioRun } from './scenarios/scenario-run.ts'
export { runScenario } from './scenarios/scenario-run.ts'
