/** What webhooks are called: by their address, as far as it is needed to tell them apart. */
import { signal } from '@preact/signals'
import { get } from './api-client.ts'

/** Another map when they became known. */
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
  const webhooks = await get<{ id: string; url: string }[]>('webhooks').catch(() => [])
  webhookNames.value = new Map(webhooks.map(({ id, url }) => [id, url.replace(/^https?:\/\//, '')]))
}
