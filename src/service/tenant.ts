/** The keys of the tenant in deliveries. */

/** The tenant that a payload names. */
export interface Tenant {
  /** The slug of the tenant. */
  readonly educator: string
  /** The id of the tenant, a UUID. */
  readonly tenant_id: string
}
