/** The options of the Vite plugin and their checks. */
import { type EmulatorOptions, emulatorOptions } from '../../engine/emulator/options.ts'
import { otherPlaceOf } from '../../engine/emulator/option-errors.ts'
import {
  omitOptions,
  option,
  type OptionsOf,
  readOptionsWith,
} from '../../engine/errors/options.ts'
import { handlerOptions } from './emulator-handler.ts'

/** The path of a file, relative to the root of Vite. */
export type WorldPath = `./${string}` | `../${string}` | `/${string}`

/** Whether a world is the path of a file. */
export const isWorldPath = (world: unknown): world is WorldPath =>
  typeof world === 'string' && /^\.{0,2}\//.test(world)

/** The options of the plugin, besides those of the emulator. */
const pluginOptions = {
  /**
   * A world by name or as an object, or the path of a file whose default export is a `DemoWorld`. When the
   * file changes, the world is created again and keeps the time and the tokens. Default: `training-company`.
   */
  world: option<NonNullable<EmulatorOptions['world']> | WorldPath>({
    isValid: (world) => isWorldPath(world) || typeof world !== 'string' || !/\.\w+$/.test(world),
    expected:
      'the name of a world, or a path from the root of Vite that starts with "./", "../" or "/"',
  }),
  /** The path of the service on the dev server, below its root. It starts with `/`. Default: `/api/v1`. */
  path: option<string>(
    {
      isValid: (path) => typeof path === 'string' && /^\/[^/?#][^?#]*$/.test(path),
      expected: 'a path that starts with "/", such as "/api/v1"',
    },
    '/api/v1',
  ),
  /** The hosts that a request may name besides this machine, without a port. Default: none. */
  allowHosts: handlerOptions.allowHosts,
}

/** Options of `emulatorPlugin`. Default of `clock`: `system`. */
export interface VitePluginOptions
  extends Omit<EmulatorOptions, 'baseUrl' | 'world'>, OptionsOf<typeof pluginOptions> {}

const viteServerAdvice = 'Give it to `server` in the configuration of Vite.'

/** What to give in place of options that a server has. */
const viteAdvice: Readonly<Record<string, string | undefined>> = {
  __proto__: null as never,
  baseUrl: 'Did you mean "path"?',
  base: 'Did you mean "path"?',
  port: viteServerAdvice,
  host: viteServerAdvice,
}

/**
 * Checks the options that only the plugin has, and the names of the others. `createEmulator` checks their
 * values when the dev server starts.
 */
export const pluginOptionsFrom = (options: VitePluginOptions) =>
  readOptionsWith(pluginOptions, omitOptions(emulatorOptions, 'baseUrl', 'world'), options, {
    action: 'create the Vite plugin',
    kind: 'option',
    example: "{ world: 'small-school' }",
    misplaced(name) {
      const advice = viteAdvice[name]
      if (advice === undefined) return otherPlaceOf(name)
      return { reason: `there is no option "${name}"`, advice }
    },
  })
