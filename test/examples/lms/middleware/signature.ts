/** Verifies the signature of a notification, by the Standard Webhooks scheme. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** A notification that was signed longer ago than this may have been caught and sent again. */
const toleranceMs = 300_000

export function isGenuine(headers: Headers, body: string, secret: string, now: Date): boolean {
  const id = headers.get('webhook-id')
  const timestamp = headers.get('webhook-timestamp')
  const signatures = headers.get('webhook-signature')
  if (!id || !timestamp || !signatures) return false
  if (!(Math.abs(now.getTime() - Number(timestamp) * 1_000) <= toleranceMs)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((each) => {
    const [version, signature = ''] = each.split(',')
    const given = Buffer.from(signature, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
