/** The emulated service: its resources and its routes. Emulators of one service share them. */
import type { Resource } from '../define/resource.ts'
import { createCatalog } from '../model/catalog.ts'
import { resourceAliases } from '../resources/name-aliases.ts'
import { resources } from '../resources/resource-list.ts'
import { createRouter } from '../serve/router.ts'
import type { Settings } from './context.ts'

export type Service = Pick<Settings, 'catalog' | 'router'>

/**
 * Creates a service from its resources. The tables `api_keys`, `webhooks` and `webhook_notifications` must be
 * among them.
 */
export function createService(
  all: readonly Resource[],
  aliases: Readonly<Record<string, string>> = {},
): Service {
  const catalog = createCatalog(all, aliases)
  return { catalog, router: createRouter(catalog.operations.values()) }
}

let shared: Service | undefined

/** The catalog and the router of the service that the package emulates. The first call creates them. */
export const catalogAndRouter = (): Service =>
  (shared ??= createService(resources, resourceAliases))
