/** Secrets with which deliveries are signed. */
import type { Tx } from '../../define.ts'

/** A new secret in the form of the standard: `whsec_` and 24 bytes in base64. */
export function secretFor(tx: Tx, webhook: string, version: number): string {
  const hex = tx.chance('webhooks', webhook, 'secret', version).hex(48)
  const bytes = hex.match(/../g) ?? []
  return `whsec_${btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))}`
}
