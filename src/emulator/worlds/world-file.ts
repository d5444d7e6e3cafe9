/** Puts a whole world into a text for a file, and makes a world of such a text again. */
import type { CellValues } from '../../machine/cells.ts'
import { EmulatorError } from '../../machine/errors.ts'
import { damagedWorldError } from '../../machine/codecs.ts'
import type { TableJson, TablesJson } from '../../machine/table-codec.ts'
import { version } from '../version.ts'
import { createContext } from '../context-builder.ts'
import type { EmulatorContext, InitialState, Settings } from '../context.ts'
import { createInitialState } from '../initial-state.ts'

/** A saved world: the text that `save` returned, or its parsed JSON. */
export type SavedWorld = string | object

const format = 'course-admin-emulator world'
const formatVersion = 1

interface WorldFile {
  readonly format: typeof format
  readonly version: number
  /** The version of this package that wrote it. */
  readonly writtenBy: string
  /** The moment on the clock. */
  readonly at: string
  /** The number of the last journal entry. */
  readonly lastEntryNumber: number
  readonly cells: Readonly<Record<string, unknown>>
}

export function saveWorld({ cells, clock, journal }: EmulatorContext): string {
  const world: WorldFile = {
    format,
    version: formatVersion,
    writtenBy: version,
    at: new Date(clock.now()).toISOString(),
    lastEntryNumber: journal.lastNumber(),
    cells: cells.toJson(),
  }
  return serializeWorldFile(world)
}

/** One line for each cell and for each row, so that two files can be compared. */
function serializeWorldFile({ cells: { tables, ...others }, ...head }: WorldFile): string {
  const lines = [
    ...Object.entries(others).map(([name, value]) => `${toJson(name)}:${toJson(value)}`),
    `"tables":{\n${Object.entries(tables as TablesJson)
      .map(serializeTable)
      .join(',\n')}\n}`,
  ]
  return `${toJson(head).slice(0, -1)},"cells":{\n${lines.join(',\n')}\n}}\n`
}

function serializeTable([name, { rows, ...head }]: [string, TableJson]): string {
  return `${toJson(name)}:${toJson(head).slice(0, -1)},"rows":[\n${rows.map(toJson).join(',\n')}\n]}`
}

const toJson = (value: unknown): string => JSON.stringify(value)

/** What an emulator that is made of a saved world begins with. */
export function initialStateFrom(saved: SavedWorld, settings: Settings): InitialState {
  const world = parseWorldFile(saved)
  const { cells } = createContext(settings, createInitialState())
  return {
    ...createInitialState(readCells(cells.fromJson, world)),
    lastEntryNumber: world.lastEntryNumber,
  }
}

export function loadWorld({ cells, journal }: EmulatorContext, saved: SavedWorld): void {
  const world = parseWorldFile(saved)
  cells.restore(readCells(cells.fromJson, world))
  journal.clear(world.lastEntryNumber)
}

function readCells(
  read: EmulatorContext['cells']['fromJson'],
  { cells, writtenBy }: WorldFile,
): CellValues {
  try {
    return read(cells)
  } catch (error) {
    if (error instanceof EmulatorError) throw error
    throw damagedWorldError(`what ${writtenBy} wrote is damaged (${(error as Error).message})`)
  }
}

/** The world behind the text, if it is one of ours and not newer than we are. */
function parseWorldFile(saved: SavedWorld): WorldFile {
  // Note: a world that was handed over parsed still belongs to somebody else.
  const world = parse(
    typeof saved === 'string' ? saved : toJson(saved),
  ) as Partial<WorldFile> | null
  if (world?.format !== format || typeof world.cells !== 'object' || !world.cells) {
    throw new EmulatorError('foreign_world', {
      action: 'load the saved world',
      reason: `it was not written by ${format.split(' ')[0]}`,
      advice: 'Give what `save()` or `GET /_emulator/world` gave.',
    })
  }
  if (world.version === formatVersion) return checkedWorldFile(world as WorldFile)
  throw new EmulatorError('newer_world', {
    action: 'load the saved world',
    reason: `${world.writtenBy} wrote it in format ${world.version}, and ${version} reads format ${formatVersion}`,
    advice: `Use course-admin-emulator ${world.writtenBy}, or make the world again.`,
  })
}

/** Refuses a world in which nobody could ask for anything, and one that does not go on counting. */
function checkedWorldFile(world: WorldFile): WorldFile {
  const { lastEntryNumber, cells } = world
  const { tables } = cells as { tables?: Partial<TablesJson> | null }
  const missing = ['educators', 'users', 'api_keys'].find((name) => !tables?.[name])
  if (!tables || missing)
    throw damagedWorldError(tables ? `it has no ${missing}` : 'it has no tables')
  if (Number.isSafeInteger(lastEntryNumber) && lastEntryNumber >= 0) return world
  throw damagedWorldError('it does not say how far its journal had come')
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
