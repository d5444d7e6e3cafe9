/** Generates the world of a new emulator. Emulators with the same options share the result. */
import { createContext } from '../context-builder.ts'
import type { EmulatorContext, Settings } from '../context.ts'
import { createInitialState } from '../initial-state.ts'
import { tokenDefault } from '../tokens.ts'
import { inCreationOrder } from '../../kit/rows/creation-order.ts'
import { repeatWorld } from '../../kit/rows/repeated-rows.ts'
import type { WorldProgress } from '../../kit/rows/world-progress.ts'
import { seedWorld, type World } from '../../kit/rows/world.ts'
import type { CellValues } from '../../store/cells.ts'
import type { Tables } from '../../store/store.ts'
import { baseUrlDefault } from '../base-url.ts'
import type { ShippedWorld } from '../service-definition.ts'
import { createMove } from './moved-days.ts'
import { parseShippedWorld, serializeShippedWorld } from './shipped-world-format.ts'
import type { Catalog } from '../../model/catalog.ts'
import { allScopes } from '../token-checks.ts'

export { allScopes } from '../token-checks.ts'

/** The id of the user who owns the tokens of a new world. */
export const administratorId = 1

/** The maximum number of cached worlds of a service. */
const cachedWorldsMax = 8

// Note: tables are immutable, so emulators can share them.
const worldCaches = new WeakMap<Catalog, Map<string, CellValues>>()

interface SeedOptions {
  /** How many times the world is repeated. */
  readonly scale?: number
  readonly onProgress?: ((progress: WorldProgress) => void) | undefined
}

/** The state of a new emulator: a cached, shipped or generated world, repeated `scale` times. */
export function seededCells(
  world: World,
  settings: Settings,
  { scale = 1, onProgress }: SeedOptions = {},
): CellValues {
  const { catalog, seed, locale, worldStartMs, startMs } = settings
  const worldCache = worldCaches.get(catalog) ?? new Map<string, CellValues>()
  worldCaches.set(catalog, worldCache)
  const key = JSON.stringify([world, scale, seed, locale, worldStartMs, startMs])
  const cached = worldCache.get(key)
  if (cached) return cached
  const blocks = (world.blocks ?? 1) * scale
  const block = shippedCells(world, settings) ?? generateWorld(world, settings, onProgress)
  const cells = blocks === 1 ? block : repeatedCells(block, blocks, settings)
  if (worldCache.size >= cachedWorldsMax)
    worldCache.delete(worldCache.keys().next().value as string)
  worldCache.set(key, cells)
  return cells
}

const repeatedCells = (
  block: CellValues,
  blocks: number,
  { catalog, worldStartMs, locale }: Settings,
): CellValues => ({
  tables: repeatWorld(block['tables'] as Tables, { catalog, blocks, worldStartMs, locale }),
})

/** The shipped world, if the options match it. */
function shippedCells(world: World, settings: Settings): CellValues | undefined {
  const { shippedWorld: shipped, worlds, seed, locale } = settings
  if (!shipped || world !== worlds[shipped.world] || seed !== shipped.seed) return undefined
  if (locale !== undefined) return undefined
  const cells = movedCells(shipped, settings)
  if (settings.startMs === settings.worldStartMs) return cells
  const context = createContext(settings, createInitialState(cells))
  runDueTransitions(context)
  return { tables: context.cells.snapshot()['tables'] }
}

function movedCells(shipped: ShippedWorld, settings: Settings): CellValues {
  const { catalog, worldStartMs: toMs } = settings
  const text = shipped.text() ?? shippedText(shipped, settings)
  const cells = parseShippedWorld(text, catalog)
  const fromMs = Date.parse(shipped.start)
  if (fromMs === toMs) return cells
  const { calendar, zone } = createContext(settings, createInitialState(cells))
  const { isWorkday } = shipped
  const move = createMove({ fromMs, toMs, zone: zone(), calendar, isWorkday })
  return parseShippedWorld(text, catalog, move)
}

/** Generates the text of the shipped world. The build writes it to a file. */
export function shippedText(shipped: ShippedWorld, settings: Settings): string {
  const startMs = Date.parse(shipped.start)
  const shippedSettings = { ...settings, startMs, worldStartMs: startMs }
  const world = settings.worlds[shipped.world] as World
  const cells = generateWorld(world, shippedSettings)
  const { store } = createContext(shippedSettings, createInitialState(cells))
  return serializeShippedWorld(settings.catalog, (table) => store.scan(table))
}

/** Generates a world with the recipes of the resources. */
export function generateWorld(
  world: World,
  given: Settings,
  onProgress?: SeedOptions['onProgress'],
): CellValues {
  // Note: emulators with other base URLs share the world, and past deliveries contain records.
  const settings = { ...given, baseUrl: baseUrlDefault }
  const { catalog } = settings
  const draft = generateDraft(world, settings, onProgress)
  const tables = inCreationOrder(draft.store, catalog, settings.locale)
  const context = createContext(settings, createInitialState({ tables }))
  context.model.runWithoutEvents((tx) => {
    seedWorld(tx, world, { catalog, rowFactory: context.rowFactory, isNumbered: true })
    tx.insert('api_keys', {
      token: tokenDefault,
      user_id: administratorId,
      scopes: allScopes(settings.catalog),
      application: null,
    })
  })
  runDueTransitions(context)
  return { tables: context.cells.snapshot()['tables'] }
}

/** Generates the rows of a world with the ids of their recipes. */
export function generateDraft(
  world: World,
  settings: Settings,
  onProgress?: SeedOptions['onProgress'],
): EmulatorContext {
  const context = createContext(settings, createInitialState())
  const { catalog, model, rowFactory } = context
  model.runWithoutEvents((tx) => seedWorld(tx, world, { catalog, rowFactory, onProgress }))
  return context
}

/** Runs the transitions that are due between the start of the world and the start of the clock. */
function runDueTransitions({ clock, transitionSource }: EmulatorContext): void {
  for (
    let at = transitionSource.next();
    at !== undefined && at <= clock.now();
    at = transitionSource.next()
  ) {
    transitionSource.run(at)
  }
}
