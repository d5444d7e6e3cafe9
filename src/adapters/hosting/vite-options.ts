/** The options of the Vite plugin and their checks. */
import { hostNamesFrom } from '../../engine/emulator/access-options.ts'
import { type EmulatorOptions, emulatorOptions } from '../../engine/emulator/options.ts'
import { assertOptionsObject, quoteValue } from '../../engine/errors/argument-checks.ts'
import { EmulatorError, unknownNameError } from '../../engine/errors/errors.ts'

/** The path of a file, relative to the root of the project. */
export type WorldPath = `./${string}` | `/${string}`

/** Options of `emulatorPlugin`. Default of `clock`: `system`. */
export interface VitePluginOptions extends Omit<EmulatorOptions, 'baseUrl' | 'world'> {
  /**
   * A world by name or as an object, or the path of a file whose default export is a `DemoWorld`. When the
   * file changes, the world is created again and keeps the time and the tokens. Default: `training-company`.
   */
  readonly world?: NonNullable<EmulatorOptions['world']> | WorldPath
  /** The path of the service on the dev server. It starts with `/`. Default: `/api/v1`. */
  readonly path?: string
  /**
   * The hosts that a request may name besides this machine, without a port. Default: none.
   */
  readonly allowHosts?: readonly string[]
}

/** The default path of the service on the dev server. */
export const pluginPathDefault = '/api/v1'

const pluginAction = 'create the Vite plugin'
const pluginOptionNames = [
  ...Object.keys(emulatorOptions).filter((name) => name !== 'baseUrl'),
  'path',
  'allowHosts',
]

/**
 * Checks the options that only the plugin has, and the names of the others. `createEmulator` checks their
 * values when the dev server starts.
 */
export function assertPluginOptions(options: unknown): asserts options is VitePluginOptions {
  assertOptionsObject(options, pluginAction, "Give an object, such as { world: 'small-school' }.")
  for (const name of Object.keys(options)) {
    if (pluginOptionNames.includes(name)) continue
    const suggestion = name === 'baseUrl' ? 'path' : undefined
    throw unknownNameError('option', name, pluginOptionNames, pluginAction, suggestion)
  }
  const { path, allowHosts } = options as VitePluginOptions
  assertPath(path)
  hostNamesFrom('allowHosts', allowHosts)
}

/** Rejects a path that is not below the root of the dev server, where the page is. */
function assertPath(path: unknown = pluginPathDefault): void {
  if (typeof path === 'string' && /^\/[^/?#][^?#]*$/.test(path)) return
  throw new EmulatorError('bad_path', {
    action: pluginAction,
    reason: `"path" is ${quoteValue(path)}`,
    advice: `Give a path that starts with "/", such as "${pluginPathDefault}".`,
  })
}
