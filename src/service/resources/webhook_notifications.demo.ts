/** Past webhook notifications of a world, signed like real deliveries. */
import { Webhook } from 'standardwebhooks'
import * as d from '../../engine/define/define.ts'
import { findEducator } from '../fields/first-record.ts'
import type { Rows } from '../generated/rows.ts'

/** The number of days before the start of the world with a demo notification each. */
const demoDays = 60

export const demoNotificationDay = (number: number): number => -demoDays + ((number - 1) % demoDays)

/** Returns the user who was created on the day of the notification, if any. */
export function findUserCreatedThatDay({
  number,
  day,
  tx,
}: d.RecipeContext): Rows['users'] | undefined {
  const today = day(demoNotificationDay(number))
  for (const user of tx.scan('users', { index: d.sortIndexName('created_at'), from: [today] })) {
    return user.created_at.startsWith(today) ? user : undefined
  }
  return undefined
}

/** Returns the payload of a user event. */
export function demoPayload(tx: d.Tx, event: string, userId: number): string {
  const educator = findEducator(tx)
  return JSON.stringify({
    event,
    educator: educator?.slug,
    tenant_id: educator?.tenant_id,
    event_data: tx.serialize('users', tx.get('users', userId)),
  })
}

interface DemoNotification {
  readonly id?: string
  readonly webhook_id?: string
  readonly status?: string
  readonly created_at?: string
  readonly body?: string
}

const retryMs = 300_000

/** Returns one successful attempt, or three failed attempts. */
export function demoAttempts(
  tx: d.Tx,
  { id = '', webhook_id = '', status, created_at = '', body = '' }: DemoNotification,
) {
  const { url, secret } = tx.get('webhooks', webhook_id)
  const count = status === 'failed' ? 3 : 1
  return Array.from({ length: count }, (_, i) => {
    const date = new Date(Date.parse(created_at) + i * retryMs)
    const at = date.toISOString()
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(date.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, date, body),
    }
    const outcome =
      status === 'failed' ? { status: 503, response: 'Down.' } : { status: 200, response: '' }
    return { number: i + 1, at, url, headers, ...outcome, ended: at }
  })
}
