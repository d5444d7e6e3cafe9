/** Awarding a certificate: an earlier one of the same enrollment goes. */
import { assumed, behaviour, integer, type Tx } from '../../define.ts'
import type { Rows } from '../rows.ts'

type CertificateRow = Rows['certificates']

const anyTemplate = assumed('certificate.template', 'any positive template id can be awarded', {
  because: 'the API has no operation that lists templates',
})

const replaced = behaviour(
  'certificate.replaced',
  'a certificate that is awarded takes the place of the one before, which is deleted',
)

export const awardBody = {
  certificate_template_id: integer().between(1, Number.MAX_SAFE_INTEGER).required(),
}

export function award(
  tx: Tx,
  certifiable_type: CertificateRow['certifiable_type'],
  certifiable_id: number,
  certificate_template_id: number,
): CertificateRow {
  tx.uses(anyTemplate)
  tx.uses(replaced)
  withdraw(tx, certifiable_type, certifiable_id)
  return tx.insert('certificates', { certifiable_type, certifiable_id, certificate_template_id })
}

/** Deletes the certificate of an enrollment; says whether there was one. */
export function withdraw(
  tx: Tx,
  certifiable_type: CertificateRow['certifiable_type'],
  certifiable_id: number,
): boolean {
  const held = tx.where('certificates', { certifiable_type, certifiable_id })
  for (const { id } of held) tx.remove('certificates', id)
  return held.length > 0
}
