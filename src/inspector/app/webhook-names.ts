/** What webhooks are called: by their address, as far as it is needed to tell them apart. */
import { signal } from '@preact/signals'
import { get } from './api-client.ts'

/** Another map when they became known. */
export const webhookNames = signal<ReadonlyMap<string, string>>(new Map())
let asked = -Infinity
const askAgainMs = 2_000

export function webhookName(id: string): string {
  const known = webhookNames.value.get(id)
  if (known === undefined && id !== '' && performance.now() - asked > askAgainMs) {
    asked = performance.now()
    void learn()
  }
  return known ?? `webhook ${id.slice(0, 8)}`
}

async function learn(): Promise<void> {
  const webhooks = await get<{ id: string; url: string }[]>('webhooks').catch(() => [])
  webhookNames.value = new Map(webhooks.map(({ id, url }) => [id, url.replace(/^https?:\/\//, '')]))
}
