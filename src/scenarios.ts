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
import './adapters/testing/vitest-setup.ts'
export * from './service/scenarios/scenarios.ts'
export type {
  Scenario,
  ScenarioDetails,
  ScenarioOptions,
  ScenarioScript,
  ScenarioContext,
} from './engine/emulator/scenario.ts'
export { scenario } from './engine/emulator/scenario.ts'
export type { Connect, Connection, Integration } from './conformance/scenario/integration.ts'
export type { IntegrationStorage, StorageTransaction } from './conformance/scenario/storage.ts'
export type { RunOptions } from './conformance/scenario/run-arguments.ts'
export type { ScenarioRun } from './conformance/scenario/scenario-run.ts'
export { runScenario } from './conformance/scenario/scenario-run.ts'
