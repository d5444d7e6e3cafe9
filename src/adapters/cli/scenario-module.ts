/** Loads the scenario of a command. */
import type { Scenario } from '../../engine/emulator/scenario.ts'
import { findScenario } from '../../service/scenarios/shipped-scenarios.ts'
import { isScenario } from '../../conformance/scenario/run-arguments.ts'
import { badModule, loadModule } from './integration-module.ts'

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
