/** Creates an emulator for each story from its parameters. All stories share one service worker. */
import { EmulatorError } from '../../engine/errors/errors.ts'
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { setupWorker } from 'msw/browser'
import { contextOf } from '../../engine/emulator/emulator.ts'
import { createEmulator, loadWorldOf } from '../../service/create-emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { OutageOptions } from '../../engine/emulator/methods/faults.ts'
import { type EmulatorOptions, emulatorOptions } from '../../engine/emulator/options.ts'
import { otherPlaceOf } from '../../engine/emulator/option-errors.ts'
import { forkPrepared, prepareEmulator } from '../../engine/emulator/worlds/prepared-emulator.ts'
import type { FaultRule } from '../../engine/faults/fault-rule.ts'
import { shippedWorldFile } from '../../service/demo/shipped-world.ts'
import type { ScopeName } from '../../service/generated/rows.ts'
import {
  type Named,
  omitOptions,
  option,
  type OptionsOf,
  readOptions,
  readOptionsWith,
} from '../../engine/errors/options.ts'
import { createRequestHandler } from '../../engine/emulator/msw-handler.ts'
import { storyToHTML } from '../../report/page/story-page.ts'
import { serveWithRefusals } from '../network/printed-refusals.ts'
import { startServiceWorker } from '../network/service-worker.ts'
import { pageDefaults, pageOptions, withUnhandledPolicy } from '../network/unhandled-policy.ts'
import { createInstanceRouter } from './instance-router.ts'

/** The options of a story, besides those of the emulator. */
const storyOptions = {
  /** Fault rules for the story. Default: none. */
  faults: option<readonly FaultRule[]>(
    {
      isValid: Array.isArray,
      expected: "a list such as [{ operation: 'get_users', with: { status: 503 } }]",
    },
    [],
  ),
  /** An outage during the story. Default: none. */
  outage: option<OutageOptions>(),
  /** The scopes of the story's token. Default: every scope. */
  scopes: option<readonly ScopeName[]>(),
}

/** The options of a story under `parameters.emulator`, such as `baseUrl` and `world`. */
export interface EmulatorParameters
  extends Omit<EmulatorOptions, 'instanceKey'>, OptionsOf<typeof storyOptions> {}

/**
 * The parameters of a story. The compiler checks the options of the emulator.
 *
 * @example
 * export const Empty = {
 *   parameters: { emulator: { world: 'empty', baseUrl: 'https://app.test/api/v1' } } satisfies StoryParameters,
 * }
 */
export interface StoryParameters {
  /** The options of the emulator. Default: none. */
  readonly emulator?: EmulatorParameters
}

/** The value under `loaded` in a story. */
export interface LoadedEmulator {
  /** The emulator of the story. */
  readonly emulator: Emulator
  /** A token with the scopes of the story. */
  readonly token: string
  /** Request headers with the token. The token routes the calls of the story to its emulator. */
  readonly headers: { readonly authorization: string }
}

/** Options of `emulatorLoader`. */
export interface LoaderOptions extends OptionsOf<typeof pageOptions>, Named {}

/** What a panel of Storybook shows: the emulator of the story that was loaded last. */
interface EmulatorPanel {
  /** Another text after each change, so that a panel renders the page only then. */
  readonly version: string
  /** The story of the emulator as HTML, with its world, time and faults. */
  page(): string
}

let loadedCount = 0

function panelOf(id: string, emulator: Emulator, world: EmulatorOptions['world']): EmulatorPanel {
  loadedCount += 1
  const { name } = typeof world === 'object' ? world : { name: world ?? shippedWorldFile.world }
  const title = `${id} in the world ${name}`
  const load = loadedCount
  return {
    get version() {
      const { faults, journal } = contextOf(emulator)
      return `${load}.${journal.lastNumber()}.${faults.list().length}`
    },
    page: () => storyToHTML({ ...emulator.story(), title }),
  }
}

const misplacedOption = (name: string, advice: string) => ({
  reason: `there is no option "${name}"`,
  advice,
})

/** The error of an option of a story, and of a call by Storybook. */
function loaderAdvice(given: object, name: string) {
  if ('parameters' in given)
    return {
      reason: 'the context of a story is no options',
      advice: 'Call the function in the list: `loaders: [emulatorLoader()]`.',
    }
  return name in emulatorOptions || name in storyOptions
    ? misplacedOption(name, `Give it to a story: \`parameters: { emulator: { ${name}: … } }\`.`)
    : undefined
}

/** The part of Storybook's loader context that the loader uses. */
interface StoryContext {
  readonly id: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** Names of options that other addons use for parameters of their own. */
const sharedNames = new Set(['test', 'locale', 'clock', 'flags'])

/** @throws EmulatorError if a loader is given as a decorator, and for an option beside `emulator`, which nothing would read */
function assertStory(context: StoryContext): void {
  const action = 'create the emulator of the story'
  if (typeof context === 'function')
    throw new EmulatorError('bad_loader', {
      action,
      reason: 'the loader is given as a decorator',
      advice: 'Give it as a loader: `loaders: [emulatorLoader()]`.',
    })
  const { parameters } = context
  if (parameters['emulator'] !== undefined) return
  const misspelt = Object.keys(parameters).find((each) => /^emulat[eo]rs?$/i.test(each))
  if (misspelt !== undefined)
    throw new EmulatorError('misplaced_parameter', {
      action,
      reason: `\`parameters\` has "${misspelt}", and no "emulator"`,
      advice: 'Write `parameters: { emulator: { … } }`.',
    })
  const name = [...Object.keys(emulatorOptions), ...Object.keys(storyOptions)].find(
    (each) => !sharedNames.has(each) && parameters[each] !== undefined,
  )
  if (name === undefined) return
  throw new EmulatorError('misplaced_parameter', {
    action,
    reason: `\`parameters\` has "${name}", which is an option of the emulator`,
    advice: `Write \`parameters: { emulator: { ${name}: … } }\`.`,
  })
}

/**
 * Creates a loader for `.storybook/preview`. Several stories on one page each have their own data, if each
 * sends the token of its own emulator.
 *
 * @example
 * export default { loaders: [emulatorLoader()] }
 *
 * export const Empty = {
 *   parameters: { emulator: { world: 'empty' } },
 *   render: (_: object, { loaded }: { loaded: LoadedEmulator }) =>
 *     courseList(loaded.emulator.baseUrl, loaded.headers),
 * }
 */
export function emulatorLoader(options: LoaderOptions = {}) {
  assertArgumentCount('emulatorLoader', 1, arguments)
  const { workerUrl = './mockServiceWorker.js', onUnhandledRequest: strategy } = readOptions(
    pageOptions,
    options,
    {
      action: 'create the loader',
      kind: 'option',
      misplaced: (name) => loaderAdvice(options, name),
    },
  )
  const instances = createInstanceRouter({ serveOf: serveWithRefusals })
  const emulatorByStory = new Map<string, Emulator>()
  const reporting = withUnhandledPolicy(instances, {
    emulators: () => emulatorByStory.values(),
    strategyOf: () => undefined,
    defaults: pageDefaults,
  })
  let started: Promise<unknown> | undefined

  function start(): Promise<unknown> {
    return (started ??= startServiceWorker(
      setupWorker(createRequestHandler(strategy ? instances : reporting)),
      workerUrl,
      strategy ?? 'bypass',
    ))
  }

  /** Replaces the emulator of a story, so that the story starts with the same data each time. */
  function replaceInstance(id: string, emulator: Emulator): void {
    const previous = emulatorByStory.get(id)
    if (previous) instances.remove(previous)
    previous?.close()
    emulatorByStory.set(id, emulator)
    instances.add(emulator)
  }

  async function load({ id, parameters }: StoryContext): Promise<LoadedEmulator> {
    const { values, rest } = readOptionsWith(
      storyOptions,
      omitOptions(emulatorOptions, 'instanceKey'),
      parameters['emulator'] ?? {},
      {
        action: 'create the emulator of the story',
        kind: 'option',
        misplaced: (name) =>
          Object.hasOwn(pageOptions, name)
            ? misplacedOption(name, `Give it to the loader: \`emulatorLoader({ ${name} })\`.`)
            : otherPlaceOf(name),
      },
    )
    const { scopes, faults, outage } = values
    const { prepare, ...options } = rest
    await loadWorldOf(options)
    const created = createEmulator({ clock: 'system', ...options, instanceKey: id })
    const emulator = prepare ? forkPrepared(await prepareEmulator(created, prepare)) : created
    for (const rule of faults) emulator.fault(rule)
    if (outage) emulator.outage(outage)
    replaceInstance(id, emulator)
    // Note: the manager of Storybook is another page, which reads this from the window of the story.
    Object.assign(globalThis, { emulatorPanel: panelOf(id, emulator, options.world) })
    await start()
    contextOf(emulator).clock.start()
    const token = scopes ? emulator.mintToken({ scopes }) : emulator.token
    return { emulator, token, headers: { authorization: `Bearer ${token}` } }
  }

  return (context: StoryContext) => {
    // Note: Storybook shows what a decorator throws, and not that its promise rejects.
    assertStory(context)
    return load(context)
  }
}
