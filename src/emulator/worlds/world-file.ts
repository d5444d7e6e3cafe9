/** Puts a whole world into a text for a file, and makes a world of such a text again. */
import type { SavedCells } from '../../machine/cells.ts'
import { EmulatorError } from '../../machine/errors.ts'
import { damaged } from '../../machine/codecs.ts'
import type { SavedTable, SavedTables } from '../../machine/table-codec.ts'
import { version } from '../version.ts'
import { type Assembly, assemble, type Heritage, noHeritage, type Settings } from '../context.ts'

export interface SavingWords {
  /**
   * The whole world as text: rows, time, what is due, deliveries, rate windows, flags, readings, tokens.
   * It is JSON, one row a line. Receivers are not in it, nor is the journal.
   *
   * @example
   * writeFileSync('world.json', emulator.save())
   * const later = createEmulator({ load: readFileSync('world.json', 'utf8') })
   */
  save(): string
  /**
   * Goes on from a saved world, seed included, as a fork would. Receivers stay, but hear of what the
   * webhooks of that world are registered for; the journal begins anew, and `reset` still goes back to how
   * the emulator was made. Attempts that were under way begin again.
   *
   * @throws EmulatorError when the text is no saved world, or one that this version cannot read
   */
  load(saved: Saved): void
}

/** What `save` gave, as text or parsed. */
export type Saved = string | object

const format = 'course-admin-emulator world'
const formatVersion = 1

interface SavedWorld {
  readonly format: typeof format
  readonly version: number
  /** The version of this package that wrote it. */
  readonly writtenBy: string
  /** The moment on the clock. */
  readonly at: string
  /** The number of the last journal entry. */
  readonly journaled: number
  readonly cells: Readonly<Record<string, unknown>>
}

export function saveWorld({ cells, clock, journal }: Assembly): string {
  const world: SavedWorld = {
    format,
    version: formatVersion,
    writtenBy: version,
    at: new Date(clock.now()).toISOString(),
    journaled: journal.last(),
    cells: cells.write(),
  }
  return layOut(world)
}

/** One line for each cell and for each row, so that two files can be compared. */
function layOut({ cells: { tables, ...others }, ...head }: SavedWorld): string {
  const lines = [
    ...Object.entries(others).map(([name, value]) => `${text(name)}:${text(value)}`),
    `"tables":{\n${Object.entries(tables as SavedTables)
      .map(layOutTable)
      .join(',\n')}\n}`,
  ]
  return `${text(head).slice(0, -1)},"cells":{\n${lines.join(',\n')}\n}}\n`
}

function layOutTable([name, { rows, ...head }]: [string, SavedTable]): string {
  return `${text(name)}:${text(head).slice(0, -1)},"rows":[\n${rows.map(text).join(',\n')}\n]}`
}

const text = (value: unknown): string => JSON.stringify(value)

/** What an emulator that is made of a saved world begins with. */
export function heritageOf(saved: Saved, settings: Settings): Heritage {
  const world = readWorld(saved)
  const { cells } = assemble(settings, noHeritage())
  return { ...noHeritage(readCells(cells.read, world)), journaled: world.journaled }
}

export function loadWorld({ cells, journal }: Assembly, saved: Saved): void {
  const world = readWorld(saved)
  cells.load(readCells(cells.read, world))
  journal.clear(world.journaled)
}

function readCells(read: Assembly['cells']['read'], { cells, writtenBy }: SavedWorld): SavedCells {
  try {
    return read(cells)
  } catch (error) {
    if (error instanceof EmulatorError) throw error
    throw damaged(`what ${writtenBy} wrote is damaged (${(error as Error).message})`)
  }
}

/** The world behind the text, if it is one of ours and not newer than we are. */
function readWorld(saved: Saved): SavedWorld {
  // Note: a world that was handed over parsed still belongs to somebody else.
  const world = parse(typeof saved === 'string' ? saved : text(saved)) as Partial<SavedWorld> | null
  if (world?.format !== format || typeof world.cells !== 'object' || !world.cells) {
    throw new EmulatorError('foreign_world', {
      could: 'load the saved world',
      because: `it was not written by ${format.split(' ')[0]}`,
      advice: 'Give what `save()` or `GET /_emulator/world` gave.',
    })
  }
  if (world.version === formatVersion) return whole(world as SavedWorld)
  throw new EmulatorError('newer_world', {
    could: 'load the saved world',
    because: `${world.writtenBy} wrote it in format ${world.version}, and ${version} reads format ${formatVersion}`,
    advice: `Use course-admin-emulator ${world.writtenBy}, or make the world again.`,
  })
}

/** Refuses a world in which nobody could ask for anything, and one that does not go on counting. */
function whole(world: SavedWorld): SavedWorld {
  const { journaled, cells } = world
  const { tables } = cells as { tables?: Partial<SavedTables> | null }
  const missing = ['educators', 'users', 'api_keys'].find((name) => !tables?.[name])
  if (!tables || missing) throw damaged(tables ? `it has no ${missing}` : 'it has no tables')
  if (Number.isSafeInteger(journaled) && journaled >= 0) return world
  throw damaged('it does not say how far its journal had come')
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
