/**
 * Stories of the service's side to run an integration through, and what it takes to write one.
 *
 * @example
 * import { merge, runScenario } from 'course-admin-emulator/scenarios'
 *
 * const { result, transcript } = await runScenario(merge, app)
 *
 * @module
 */
export * from '../fixtures/scenarios/scenarios.ts'
export type {
  Scenario,
  ScenarioFacts,
  ScenarioOptions,
  Script,
  Stage,
} from './adapters/scenario/scenario.ts'
export { scenario } from './adapters/scenario/scenario.ts'
export type { Connection, Integration, RunOptions, ScenarioRun } from './adapters/scenario/run.ts'
export { runScenario } from './adapters/scenario/run.ts'
