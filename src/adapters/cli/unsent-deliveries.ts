/** Names the URLs that the deliveries of an emulator are not sent to. */
import { targetRefusal } from '../../engine/deliver/network/target-host.ts'
import { notSent } from '../../engine/deliver/transport.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'

/** Calls `print` with a line for each URL, when the first delivery to it is refused. */
export function watchUnsentDeliveries(emulator: Emulator, print: (line: string) => void): void {
  const { journal, store, settings } = contextOf(emulator)
  const { deliverTo } = settings
  const named = new Set<string>()
  journal.subscribe(() => {
    const entry = journal.find(journal.lastNumber())
    if (entry?.kind !== 'answer' || entry.status !== null) return
    const url = String(store.get('webhooks', entry.webhook)?.['url'])
    const refusal = targetRefusal(url, deliverTo)
    // Note: a receiver in this process can have any URL, and fail too.
    if (refusal === undefined || notSent(refusal) !== entry.error || named.has(url)) return
    named.add(url)
    const { hostname } = new URL(url)
    const isHostRefused = targetRefusal(url, new Set([hostname])) === undefined
    const advice = isHostRefused ? ` Start the server with --deliver-to ${hostname}.` : ''
    print(`${url}: not sent: ${refusal}.${advice}`)
  })
}
