/** The version of Node that runs the package, and the check that it is supported. */
import { EmulatorError } from './errors.ts'

/** The oldest supported version of Node: `engines` in package.json. */
export const nodeVersionMin = '20.19.0'

interface Host {
  readonly process?: { readonly versions?: { readonly node?: string } }
}

const versionHere = (globalThis as Host).process?.versions?.node

/** Whether the runtime reports a version of Node, and is not Bun or Deno, which report one too. */
export const isNode = versionHere !== undefined && !('Bun' in globalThis || 'Deno' in globalThis)

/**
 * Refuses an older version of Node. Default: the version of this process. A page has none and passes.
 *
 * @throws EmulatorError for a version below `nodeVersionMin`
 */
export function assertSupportedNode(version = versionHere ?? nodeVersionMin): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [majorMin = 0, minorMin = 0] = nodeVersionMin.split('.').map(Number)
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return
  throw new EmulatorError('old_node', {
    action: 'start the emulator',
    reason: `this is Node ${version}, and the emulator requires Node ${nodeVersionMin} or newer`,
    advice: 'Install a newer version of Node.',
  })
}
