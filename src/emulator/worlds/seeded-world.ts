/** Gives a new emulator its world: made once, then shared by every emulator that asks for the same. */
import { shipped } from './shipped-world.ts'
import { worlds } from './worlds.ts'
import { type Assembly, assemble, noHeritage, type Settings } from '../context.ts'
import { seedWorld, type World } from '../../kit/rows/world.ts'
import type { SavedCells } from '../../machine/cells.ts'
import { scopesNamed } from '../../define/scopes.ts'
import { readWorld } from './shipped-world-format.ts'
import type { Catalog } from '../../model/catalog.ts'

/** The token that every emulator starts with; it has every scope and belongs to the administrator. */
export const tokenDefault = 'course-admin-token'

/** The user to whom the tokens of a new world belong. */
export const administratorId = 1

/** How many worlds are kept for the next emulator. */
const worldsKeptMax = 8

// Note: tables are immutable, so this is a memo, not state that emulators could share by accident.
const kept = new Map<string, SavedCells>()

export function seededCells(world: World, settings: Settings): SavedCells {
  const { seed, worldStartMs, startMs } = settings
  const key = JSON.stringify([world, seed, worldStartMs, startMs])
  const known = kept.get(key)
  if (known) return known
  const cells = shippedWorld(world, settings) ?? makeWorld(world, settings)
  if (kept.size >= worldsKeptMax) kept.delete(kept.keys().next().value as string)
  kept.set(key, cells)
  return cells
}

/** The world that is shipped as data, if it is the one that is wanted. */
function shippedWorld(world: World, settings: Settings): SavedCells | undefined {
  if (world !== worlds[shipped.world] || settings.seed !== shipped.seed) return undefined
  const shiftMs = settings.worldStartMs - Date.parse(shipped.start)
  const cells = readWorld(shipped.text(), settings.catalog, shiftMs)
  if (settings.startMs === settings.worldStartMs) return cells
  const assembly = assemble(settings, noHeritage(cells))
  catchUp(assembly)
  return { tables: assembly.cells.save()['tables'] }
}

export function makeWorld(world: World, settings: Settings): SavedCells {
  const assembly = assemble(settings, noHeritage())
  const { model, maker } = assembly
  model.quietly((tx) => {
    seedWorld(tx, world, settings.catalog, maker)
    tx.insert('api_keys', {
      token: tokenDefault,
      user_id: administratorId,
      scopes: allScopes(settings.catalog),
      application: null,
    })
  })
  catchUp(assembly)
  const { tables } = assembly.cells.save()
  return { tables }
}

/** Lets the dates between the start of the world and the start of the clock do what they do. */
function catchUp({ clock, moves }: Assembly): void {
  for (let at = moves.next(); at !== undefined && at <= clock.now(); at = moves.next()) {
    moves.run(at)
  }
}

export const allScopes = (catalog: Catalog): string[] =>
  [...new Set([...catalog.operations.values()].flatMap(({ scopes }) => scopesNamed(scopes)))].sort()
