/** Names the URLs that the deliveries of an emulator do not reach. */
import { targetRefusal } from '../../engine/deliver/network/target-host.ts'
import { notSent } from '../../engine/deliver/transport.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'

/** An error of a connection to an address where nothing listens. */
const unreachable = /\b(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH)\b/

/** Calls `print` with a line for each URL, when the first delivery to it is not sent. */
export function watchUnsentDeliveries(emulator: Emulator, print: (line: string) => void): void {
  const { journal, store, settings } = contextOf(emulator)
  const { deliverTo } = settings
  const named = new Set<string>()
  journal.subscribe(() => {
    const entry = journal.find(journal.lastNumber())
    if (entry?.kind !== 'answer' || entry.status !== null) return
    const url = String(store.get('webhooks', entry.webhook)?.['url'])
    const line = named.has(url) ? undefined : lineOf(url, entry.error ?? '', deliverTo)
    if (line === undefined) return
    named.add(url)
    print(`${url}: ${line}`)
  })
}

/** Why a delivery did not arrive, and what to do; undefined for another failure of its receiver. */
function lineOf(url: string, error: string, deliverTo: ReadonlySet<string>): string | undefined {
  if (unreachable.test(error)) return `${error}. Does the app listen there?`
  const refusal = targetRefusal(url, deliverTo)
  // Note: a receiver in this process can have any URL, and fail too.
  if (refusal === undefined || notSent(refusal) !== error) return undefined
  const { hostname } = new URL(url)
  const isHostRefused = targetRefusal(url, new Set([hostname])) === undefined
  const advice = isHostRefused ? ` Start the server with --deliver-to ${hostname}.` : ''
  return `not sent: ${refusal}.${advice}`
}
