/** Secrets with which deliveries are signed. */
import { assumed, type Tx } from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'

/** How long deliveries are signed with the former secret too. */
export const graceDefaultS = 86_400

const grace = assumed(
  'webhook.rotate',
  'after a rotation, deliveries are signed with the new secret and, for a day, with the former too',
  { because: 'Standard Webhooks has room for several signatures so that nobody need stop for it' },
)

/** A new secret in the form of the standard: `whsec_` and 24 bytes in base64. */
export function secretFor(tx: Tx, webhook: string, version: number): string {
  const hex = tx.chance('webhooks', webhook, 'secret', version).hex(48)
  const bytes = hex.match(/../g) ?? []
  return `whsec_${btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))}`
}

/** What changes in a webhook that is given a new secret. */
export function rotated(
  tx: Tx,
  { id, secret, former_secrets, rotations }: Rows['webhooks'],
  graceS = graceDefaultS,
): Partial<Rows['webhooks']> {
  tx.uses(grace)
  const until = new Date(Date.parse(tx.now) + graceS * 1_000).toISOString()
  const stillGood = former_secrets.filter((former) => former.until > tx.now)
  return {
    secret: secretFor(tx, id, rotations + 2),
    former_secrets: graceS > 0 ? [{ secret, until }, ...stillGood] : [],
    rotations: rotations + 1,
  }
}
