/** An exploration whose scenario and integration are names of files, so that any thread can load them. */
import type { ExploreOptions } from '../../conformance/explore/explore-options.ts'
import type { Connect } from '../../conformance/scenario/integration.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import { findScenario } from '../../service/scenarios/shipped-scenarios.ts'
import { isObject } from '../../engine/errors/argument-checks.ts'
import { badModule, loadIntegration, loadModule } from '../cli/integration-module.ts'

/** The options of an exploration that another thread can receive. */
export type TaskOptions = Omit<ExploreOptions, 'ending' | 'progress' | 'signal'>

export interface ExplorationTask {
  /** The name of a shipped scenario, or a file with a scenario. */
  readonly scenario: string
  /** The file of the integration. */
  readonly app: string
  readonly options: TaskOptions
}

/** @throws EmulatorError if a file cannot be loaded */
export async function loadTask({
  scenario,
  app,
}: Pick<ExplorationTask, 'scenario' | 'app'>): Promise<{ scenario: Scenario; connect: Connect }> {
  return { scenario: await loadScenario(scenario), connect: await loadIntegration(app) }
}

/**
 * Finds a shipped scenario by its name, or loads a file that exports one as `scenario` or as the default.
 *
 * @throws EmulatorError for an unknown name, and if the file cannot be loaded or exports no scenario
 */
export async function loadScenario(nameOrFile: string): Promise<Scenario> {
  if (!/[./\\]/.test(nameOrFile)) return findScenario(nameOrFile)
  const exported = await loadModule(nameOrFile, 'Give the file or the name of a scenario.')
  const found = exported['scenario'] ?? exported['default']
  if (isScenario(found)) return found
  throw badModule(
    nameOrFile,
    'it exports no scenario',
    'Export it as the default: `export default scenario(name, details, script)`.',
  )
}

const isScenario = (value: unknown): value is Scenario =>
  isObject(value) && typeof value['name'] === 'string' && typeof value['script'] === 'function'
