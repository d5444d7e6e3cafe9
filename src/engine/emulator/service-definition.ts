/** The definition of a service: what an emulator serves. All emulators of a service share it. */
import type { NameAliases } from '../errors/near-names.ts'
import type { Resource } from '../define/resource.ts'
import { type Documented, type Grades, gradesFrom } from '../describe/grades.ts'
import type { FieldDescriptions } from '../describe/field-descriptions.ts'
import type { World } from '../kit/rows/world.ts'
import { type Catalog, type CatalogExamples, createCatalog } from '../model/catalog.ts'
import { allFlagsOn, type AssumptionPresets, type Flags } from '../model/settings.ts'
import type { DemoLocale } from '../service-types.ts'
import { createRouter, type Router } from '../serve/router.ts'
import type { ServedFiles } from '../serve/served-files.ts'
import type { Store } from '../store/store.ts'
import type { Row } from '../store/table.ts'

/** The table whose first row is the tenant, and what deliveries say of it. */
interface TenantDefinition {
  readonly table: string
  /** The column of each key that names the tenant in a delivery. */
  readonly payload: Readonly<Record<string, string>>
}

/** A world that was generated when the package was built. */
export interface ShippedWorld {
  /** The name of the world. */
  readonly world: string
  readonly seed: number
  /** The start of its clock, in ISO 8601. */
  readonly start: string
  /** Returns its text; undefined in a page that has not loaded it. */
  text(): string | undefined
  /** Returns whether people work on a day. Another start moves workdays to workdays. */
  isWorkday(day: string): boolean
}

/** The common guesses for the two parts of a scope, each with the word of the service. */
export interface ScopeAliases {
  readonly groups: Readonly<Record<string, string>>
  readonly verbs: Readonly<Record<string, string>>
}

/** Why the amounts of a world cannot be made, and what to give instead. */
export interface AmountsProblem {
  readonly reason: string
  readonly advice: string
}

export interface ServiceDefinition {
  readonly catalog: Catalog
  readonly router: Router
  /** The title of the API. */
  readonly title: string
  /** Undefined if the service has none; its time zone is UTC. */
  readonly tenant: TenantDefinition | undefined
  /** All feature flags, switched on. */
  readonly flagsOn: Flags
  readonly worlds: Readonly<Record<string, World>>
  /** The languages of demo data. */
  readonly locales: readonly DemoLocale[]
  /** The name of the world of an emulator without the option `world`. */
  readonly worldDefault: string
  readonly shippedWorld: ShippedWorld | undefined
  readonly grades: Grades
  readonly descriptions: FieldDescriptions
  readonly scopeAliases: ScopeAliases
  /** Named sets of alternatives, for the option `assumptions`. */
  readonly assumptionPresets: AssumptionPresets
  /** The files that the service serves besides its API; undefined if there are none. */
  readonly files: ServedFiles | undefined
  /** Returns why a world with these numbers of rows cannot be made. */
  problemOfAmounts(counts: Readonly<Record<string, number>>): AmountsProblem | undefined
}

/** The parts of a service besides its resources. Each has a default. */
export interface ServiceOptions extends Partial<
  Omit<ServiceDefinition, 'catalog' | 'router' | 'flagsOn' | 'grades'>
> {
  /** The name of a resource, an act or an event for a common guess. Default: none. */
  readonly aliases?: NameAliases
  /** Names for the examples in error messages. Default: names of webhooks. */
  readonly examples?: CatalogExamples
  /** The names of the feature flags. Default: none. */
  readonly flagNames?: readonly string[]
  /** The ids of the facts and of the operations that the documentation states. Default: none. */
  readonly documented?: Documented
}

export const emptyWorld: World = {
  name: 'empty',
  about: 'The tenant and its administrator only.',
  size: 'none',
}

/**
 * Creates a service from its resources. The tables `api_keys`, `webhooks` and `webhook_notifications` must be
 * among them.
 */
export function defineService(
  resources: readonly Resource[],
  { aliases, examples, flagNames = [], documented, ...options }: ServiceOptions = {},
): ServiceDefinition {
  const catalog = createCatalog(resources, { aliases, examples })
  return {
    title: 'API',
    tenant: undefined,
    worlds: { [emptyWorld.name]: emptyWorld },
    locales: [],
    worldDefault: emptyWorld.name,
    shippedWorld: undefined,
    descriptions: { fields: {}, parameters: {} },
    scopeAliases: { groups: {}, verbs: {} },
    assumptionPresets: {},
    files: undefined,
    problemOfAmounts: () => undefined,
    ...options,
    catalog,
    router: createRouter(catalog.operations.values()),
    flagsOn: allFlagsOn(flagNames),
    grades: gradesFrom(documented),
  }
}

/** The row of the tenant; undefined if the service has none. */
export const tenantIn = (
  { tenant }: Pick<ServiceDefinition, 'tenant'>,
  store: Store,
): Row | undefined => (tenant === undefined ? undefined : store.get(tenant.table, 1))
