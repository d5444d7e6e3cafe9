/** Secrets that sign deliveries, and their rotation. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { signsWithFormerSecret } from '../behaviours/shared.ts'

/** The time after a rotation in which the former secret signs deliveries too. */
const defaultGraceSeconds = 86_400

/** Generates a secret in the format of Standard Webhooks: `whsec_` and 24 bytes in base64. */
export function generateSecret(tx: d.Tx, webhook: string, version: number): string {
  const hex = tx.random('webhooks', webhook, 'secret', version).hex(48)
  const bytes = hex.match(/../g) ?? []
  return `whsec_${btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))}`
}

/** Returns the new values of a webhook after a rotation of its secret. */
export function rotateSecretValues(
  tx: d.Tx,
  { id, secret, former_secrets, rotations }: Rows['webhooks'],
  graceSeconds = defaultGraceSeconds,
): Partial<Rows['webhooks']> {
  tx.logBehaviour(signsWithFormerSecret)
  const until = new Date(Date.parse(tx.now) + graceSeconds * 1_000).toISOString()
  const stillValid = former_secrets.filter((former) => former.until > tx.now)
  return {
    secret: generateSecret(tx, id, rotations + 2),
    former_secrets: graceSeconds > 0 ? [{ secret, until }, ...stillValid] : [],
    rotations: rotations + 1,
  }
}
