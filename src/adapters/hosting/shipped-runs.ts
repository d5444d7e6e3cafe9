/** Runs of the shipped scenarios with an integration in another process. A server loads it on demand, as one module. */
export { remoteIntegration, waitUntilIdle } from '../remote-integration.ts'
export { runScenario } from '../../conformance/scenario/scenario-run.ts'
export { findScenario, listScenarios } from '../../service/scenarios/shipped-scenarios.ts'
