/** The text that every webhook is sent: the event, the tenant, and what it is about. */

export interface Tenant {
  /** The tenant's slug. */
  readonly educator: string
  /** The tenant's id, a UUID. */
  readonly tenant_id: string
}

/** What is sent, parsed. */
export interface Payload extends Tenant {
  /** What happened, such as `user.merged`. */
  readonly event: string
  /** The record as the API answers it; of what was deleted, the id. */
  readonly event_data: Readonly<Record<string, unknown>>
}

/** `data` is JSON text already, made when the change was committed. */
export const createEnvelope = (event: string, tenant: Tenant, data: string): string =>
  `${JSON.stringify({ event, ...tenant }).slice(0, -1)},"event_data":${data}}`
