/** The emulated service: its resources and its routes. Emulators of one service share them. */
import type { Resource } from '../../define/resource.ts'
import { createCatalog } from '../../model/catalog.ts'
import { resourceAliases } from '../../resources/name-aliases.ts'
import { resources } from '../../resources/resource-list.ts'
import { createRouter } from '../../serve/router.ts'
import type { Store } from '../../machine/store.ts'
import type { Row } from '../../machine/table.ts'
import type { Settings } from '../context.ts'

export type ServiceDefinition = Pick<Settings, 'catalog' | 'router' | 'tenantTable'>

/**
 * Creates a service from its resources. The tables `api_keys`, `webhooks` and `webhook_notifications` must be
 * among them.
 */
export function defineService(
  all: readonly Resource[],
  options: {
    /** The resource for a common guess. */
    readonly aliases?: Readonly<Record<string, string>>
    /** The table whose first row is the tenant. Default: none; the time zone is UTC. */
    readonly tenantTable?: string
  } = {},
): ServiceDefinition {
  const catalog = createCatalog(all, options.aliases)
  const { tenantTable } = options
  return { catalog, router: createRouter(catalog.operations.values()), tenantTable }
}

/** The row of the tenant; undefined if the service has none. */
export const tenantIn = (
  { tenantTable }: Pick<Settings, 'tenantTable'>,
  store: Store,
): Row | undefined => (tenantTable === undefined ? undefined : store.get(tenantTable, 1))

let shared: ServiceDefinition | undefined

/** The catalog and the router of the service that the package emulates. The first call creates them. */
export const catalogAndRouter = (): ServiceDefinition =>
  (shared ??= defineService(resources, {
    aliases: resourceAliases,
    tenantTable: 'educators',
  }))
