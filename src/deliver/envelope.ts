/** The text that every webhook is sent: the event, the tenant, and what it is about. */

export interface Tenant {
  /** The tenant's slug. */
  readonly educator: string
  readonly tenant_id: string
}

/** `data` is JSON text already, made when the change was committed. */
export const envelope = (event: string, tenant: Tenant, data: string): string =>
  `${JSON.stringify({ event, ...tenant }).slice(0, -1)},"event_data":${data}}`
