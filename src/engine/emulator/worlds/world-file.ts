/** The format of a saved world: serializes the state of an emulator as JSON text and parses it. */
import type { CellValues } from '../../store/cells.ts'
import { isCount } from '../../errors/json-checks.ts'
import { resolveTimeZone } from '../../clock/time-zone.ts'
import { isPlainObject, isPromise, quoteValue } from '../../errors/argument-checks.ts'
import { EmulatorError } from '../../errors/errors.ts'
import { damagedWorldError, loadAction } from '../../store/codecs.ts'
import type { TableJson, TablesJson } from '../../store/table-codec.ts'
import { version } from '../version.ts'
import { createContext } from '../context-builder.ts'
import { ownerTable } from '../tokens.ts'
import type { EmulatorContext, InitialState, Settings } from '../context.ts'
import { createInitialState } from '../initial-state.ts'
import { findStateViolations } from '../invariants.ts'
import { keepUsage } from '../reports/usage.ts'
import { assertRows } from './row-checks.ts'

/** A saved world: the text that `save` returned, or its parsed JSON. */
export type SavedWorld = string | object

const format = 'course-admin-emulator world'
const formatVersion = 2

/** The characters of a saved world that contain its format. No large file of another kind is read whole. */
const startLength = 1_000_000

/** Returns whether a text can be the start of a saved world. */
export const isWorldStart = (text: string): boolean =>
  // Note: an editor may put the mark of UTF-8 before the text. The bytes of a chunk are read as Latin-1.
  /^(ï»¿)?\s*(\{|$)/.test(text) && (text.length < startLength || text.includes(format))

interface WorldFile {
  readonly format: typeof format
  readonly formatVersion: number
  /** The version of this package that wrote the file. */
  readonly packageVersion: string
  /** The time on the clock. */
  readonly at: string
  /** The number of the last journal entry. */
  readonly lastEntryNumber: number
  readonly cells: Readonly<Record<string, unknown>>
}

export function saveWorld({ cells, journal }: EmulatorContext): string {
  const values = cells.toJson()
  const world: WorldFile = {
    format,
    formatVersion,
    packageVersion: version,
    at: timeOf(values),
    lastEntryNumber: journal.lastNumber(),
    cells: values,
  }
  return serializeWorldFile(world)
}

/** The time on the clock of saved cells. */
const timeOf = (cells: WorldFile['cells']): string =>
  new Date(cells['clock.base'] as number).toISOString()

/** Writes one line for each cell and each row, so that a diff of two files is readable. */
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

/** The initial state of an emulator that is created from a saved world. */
export function initialStateFrom(saved: SavedWorld, settings: Settings): InitialState {
  const world = parseWorldFile(saved, settings)
  return {
    ...createInitialState(readCells(createContext(settings, createInitialState()), world)),
    lastEntryNumber: world.lastEntryNumber,
  }
}

export function loadWorld(context: EmulatorContext, saved: SavedWorld): void {
  const { cells, journal, settings } = context
  const world = parseWorldFile(saved, settings)
  const values = readCells(context, world)
  keepUsage(context)
  cells.restore(values)
  journal.clear(world.lastEntryNumber)
}

/** Returns the values of the cells. Throws for a world that is damaged; changes nothing in the context. */
function readCells(context: EmulatorContext, world: WorldFile): CellValues {
  const { cells, packageVersion, lastEntryNumber } = world
  const { settings } = context
  try {
    const values = context.cells.fromJson(cells)
    const tables = cells['tables'] as TablesJson
    assertTime(world)
    assertTimeZone(tables, settings)
    assertRows(tables, settings.catalog)
    assertConsistent(createContext(settings, createInitialState(values)), lastEntryNumber)
    return values
  } catch (error) {
    if (error instanceof EmulatorError) throw error
    throw damagedWorldError(
      `the file of version ${packageVersion} is damaged (${(error as Error).message})`,
    )
  }
}

/** Throws if parts of the state contradict each other. */
function assertConsistent(context: EmulatorContext, lastEntryNumber: number): void {
  const [violation] = findStateViolations(context)
  if (violation !== undefined) throw damagedWorldError(violation)
  for (const { cause } of context.store.scan('webhook_notifications')) {
    if ((cause as number) > lastEntryNumber)
      throw damagedWorldError('the cause of a notification is after its last entry')
  }
  const handles = context.cells.toJson()['clock.tasks'] as readonly [[number, number], unknown][]
  const scheduled = context.cells.snapshot()['clock.scheduled'] as number
  if (handles.some(([[, number]]) => number > scheduled))
    throw damagedWorldError('its due tasks have the wrong numbers')
}

/** Throws for an edited time: the clock has one of its own, which the due tasks belong to. */
function assertTime({ at, cells }: WorldFile): void {
  const time = timeOf(cells)
  if (at === time) return
  throw new EmulatorError('bad_world', {
    action: loadAction,
    reason: `"at" is ${quoteValue(at)}, and its clock is at ${time}`,
    advice: `Write "${time}" there, and advance the clock of the emulator.`,
  })
}

/** Throws for a tenant with an unknown time zone. */
function assertTimeZone(tables: TablesJson, { tenant, catalog }: Settings): void {
  if (tenant === undefined) return
  const { columns, rows } = tables[tenant.table] as TableJson
  const noun = catalog.resources.get(tenant.table)?.singular.toLowerCase()
  const position = columns.indexOf('time_zone')
  for (const time_zone of rows.map((row) => row[position])) {
    if (resolveTimeZone(String(time_zone)) !== undefined) continue
    throw new EmulatorError('bad_world', {
      action: loadAction,
      reason: `the time zone of the ${noun} is ${quoteValue(time_zone)}`,
      advice: 'Give an IANA time zone, such as "Europe/Amsterdam", or the city of one.',
    })
  }
}

/** A copy of a parsed world, because its owner may change it; null for a value that is not JSON. */
function copyOf(saved: object): unknown {
  try {
    return JSON.parse(toJson(saved))
  } catch {
    return null
  }
}

/** What to give in place of another value. */
function adviceFor(saved: SavedWorld, world: unknown): string {
  if (isPromise(saved)) return 'Await it.'
  if (typeof saved === 'object' && !isPlainObject(saved))
    return 'Give text: that of the file, or what `save()` of the emulator returns.'
  return typeof world === 'string'
    ? 'It is JSON in a text: `save()` returns JSON already, so write it without `JSON.stringify`.'
    : 'Give the text that `save()` or `GET /_emulator/world` returned, not the name of a file.'
}

/** Throws for the start of a saved world: a full disk or the end of a process cut the file. */
function assertComplete(text: string): void {
  const start = `{"format":${toJson(format)}`
  const isStart = text.startsWith(start) || (text !== '' && start.startsWith(text))
  if (isStart && !text.trimEnd().endsWith('}'))
    throw damagedWorldError('it is cut: its end is missing')
}

/** Parses a saved world. Throws for another format and for a newer version of the format. */
function parseWorldFile(saved: SavedWorld, settings: Settings): WorldFile {
  const world = (
    typeof saved === 'string' ? parse(saved.replace(/^\uFEFF/, '')) : copyOf(saved)
  ) as Partial<WorldFile> | null
  if (world?.format !== format || typeof world.cells !== 'object' || !world.cells) {
    throw new EmulatorError('foreign_world', {
      action: loadAction,
      reason: `it is not a saved world of ${format.split(' ')[0]}`,
      advice: adviceFor(saved, world),
    })
  }
  if (!Number.isSafeInteger(world.formatVersion) || typeof world.packageVersion !== 'string')
    throw damagedWorldError('its version is not valid')
  if (world.formatVersion === formatVersion) return checkedWorldFile(world as WorldFile, settings)
  throw new EmulatorError('newer_world', {
    action: loadAction,
    reason: `version ${world.packageVersion} wrote it in format ${world.formatVersion}, and version ${version} reads format ${formatVersion}`,
    advice: `Use course-admin-emulator ${world.packageVersion}, or create the world again.`,
  })
}

/** Refuses a world without the tables that every request needs, or without a number for the journal. */
function checkedWorldFile(world: WorldFile, { tenant, catalog }: Settings): WorldFile {
  const { lastEntryNumber, cells } = world
  const { tables } = cells as { tables?: Partial<TablesJson> | null }
  const missing = [tenant?.table ?? [], ownerTable(catalog), 'api_keys']
    .flat()
    .find((name) => !tables?.[name])
  if (!tables || missing)
    throw damagedWorldError(tables ? `it has no ${missing}` : 'it has no tables')
  if (isCount(lastEntryNumber)) return world
  throw damagedWorldError('its journal has no valid last entry number')
}

/** Parses the text of a file. Throws for a saved world that is cut, or that an editor or a merge made invalid. */
function parse(text: string): unknown {
  assertComplete(text)
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!text.includes(format)) return null
    const hasConflict = /^<{7} /m.test(text)
    throw damagedWorldError(
      hasConflict
        ? 'it has the marks of a merge conflict'
        : `it is no longer valid JSON (${(error as Error).message})`,
    )
  }
}
