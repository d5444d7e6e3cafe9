/** Hints on the emulator that a call reached: one with the records of the default world, or not the one that was meant. */
import { isObject } from '../../errors/argument-checks.ts'
import type { StoredRequest } from '../../serve/call.ts'
import type { Id } from '../../store/keys.ts'
import { hasRow } from '../../store/store.ts'
import type { EmulatorContext } from '../context.ts'
import { emptyWorld } from '../service-definition.ts'
import { sentTokenOf, tokenDefault } from '../tokens.ts'
import { parseBody, routeOf } from './calls-and-deliveries.ts'
import { recentEmulators } from './recent-emulators.ts'
import { isRequest } from './request-entries.ts'

/** The latest emulators, by their base URL. */
const latest = recentEmulators()

/** The emulators for which no option selects the records. */
const withDefaultWorld = new WeakSet<EmulatorContext>()

/** Notes an emulator that options created. */
export function noteStart(
  context: EmulatorContext,
  { world, load }: { readonly world?: unknown; readonly load?: unknown },
): void {
  const { baseUrl, worldDefault } = context.settings
  latest.set(baseUrl, context)
  if (world === undefined && load === undefined && worldDefault !== emptyWorld.name)
    withDefaultWorld.add(context)
}

/** A call with the token of another emulator: only one of those at the same base URL gets the calls. */
export function tokenOfOther(context: EmulatorContext, { exchange }: StoredRequest): string[] {
  const other = latest.get(context.settings.baseUrl)
  if (!other || other === context || other.isClosed) return []
  const [token, own] = [other, context].map(({ settings }) => sentTokenOf(tokenDefault, settings))
  if (token === own || exchange.headers['authorization'] !== `Bearer ${token}`) return []
  if (other.journal.entries().some(isRequest)) return []
  return [
    'was sent with the token of another emulator that has the same base URL. Use `fetch` of that emulator, or create it with `setupEmulator`, give it a `baseUrl` of its own and call `listen()`.',
  ]
}

/** The option of a world without records, for advice. */
export const emptyWorldOption = `\`world: "${emptyWorld.name}"\``

/** The name of the world, if no option selects it. */
export const defaultWorldOf = (context: EmulatorContext): string | undefined =>
  withDefaultWorld.has(context) && !context.history.start
    ? `the default world "${context.settings.worldDefault}"`
    : undefined

/** A list with records of the default world, after the test made others. */
export function defaultWorldRecords(context: EmulatorContext, call: StoredRequest): string[] {
  const { initialState, catalog, store } = context
  const world = defaultWorldOf(context)
  if (world === undefined) return []
  const route = routeOf(context, call)
  if (!route || Object.keys(route.params).length > 0) return []
  const { name: table } = route.operation.resource
  const isOfWorld = (row: unknown): boolean =>
    isObject(row) && hasRow(initialState.cells, catalog.schema, { table, id: row['id'] as Id })
  const listed: unknown = parseBody(call.exchange.response?.value ?? '')
  if (!Array.isArray(listed) || !listed.some(isOfWorld)) return []
  if ([...store.scan(table)].every(isOfWorld)) return []
  return [
    `lists records of ${world} too. Give the option ${emptyWorldOption} to start without them.`,
  ]
}
