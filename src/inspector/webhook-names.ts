/** The names of webhooks: their addresses without the protocol. */
import { signal } from '@preact/signals'
import type { WebhookSummary } from '../engine/control/views/webhook-views.ts'
import { get } from './api-client.ts'

/** The names by webhook id; replaced when names are loaded. */
export const webhookNames = signal<ReadonlyMap<string, string>>(new Map())
let lastLoadedAtMs = -Infinity
const reloadAfterMs = 2_000

export function webhookName(id: string): string {
  const name = webhookNames.value.get(id)
  if (name === undefined && id !== '' && performance.now() - lastLoadedAtMs > reloadAfterMs) {
    lastLoadedAtMs = performance.now()
    void loadWebhookNames()
  }
  return name ?? `webhook ${id.slice(0, 8)}`
}

async function loadWebhookNames(): Promise<void> {
  const webhooks = await get<WebhookSummary[]>('webhooks').catch(() => [])
  webhookNames.value = new Map(webhooks.map(({ id, url }) => [id, url.replace(/^https?:\/\//, '')]))
}
