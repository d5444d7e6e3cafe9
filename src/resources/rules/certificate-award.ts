/** Awarding a certificate: an earlier one of the same enrollment goes. */
import { assumed, behaviour, integer, type Tx, unprocessable } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'

type CertificateRow = Rows['certificates']

const anyTemplate = assumed('certificate.template', 'any positive template id can be awarded', {
  because: 'the API has no operation that lists templates',
})

const replaced = behaviour(
  'certificate.replaced',
  'a certificate that is awarded takes the place of the one before, which is deleted',
)

const notCanceled = assumed(
  'certificate.canceled',
  'no certificate is awarded to an enrollment that is canceled; 422',
  {
    because: 'nobody passes what they do not take part in',
    instead: 'a certificate is awarded in every state',
  },
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
  if (isCanceled(tx, certifiable_type, certifiable_id) && tx.takes(notCanceled)) {
    throw unprocessable({ base: ['is canceled'] }, notCanceled)
  }
  withdraw(tx, certifiable_type, certifiable_id)
  return tx.insert('certificates', { certifiable_type, certifiable_id, certificate_template_id })
}

const isCanceled = (tx: Tx, type: CertificateRow['certifiable_type'], id: number): boolean =>
  type === 'course_enrollment'
    ? tx.get('enrollments', id).status === 'canceled'
    : tx.get('program_enrollments', id).state === 'canceled'

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
