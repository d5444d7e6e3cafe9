/** Awarding and revoking certificates. An enrollment has one certificate at most. */
import { assumed, behaviour, integer, type Tx, unprocessable } from '../../define/define.ts'
import type { Rows } from '../../generated/rows.ts'

type CertificateRow = Rows['certificates']

const acceptsAnyTemplate = assumed(
  'certificate.template',
  'any positive template id can be awarded',
  {
    reason: 'the API has no operation that lists templates',
  },
)

const replacesPrevious = behaviour(
  'certificate.replaced',
  'awarding a certificate deletes the previous certificate of the enrollment',
)

const refusesCanceled = assumed(
  'certificate.canceled',
  'awarding a certificate to a canceled enrollment is refused with 422',
  {
    reason: 'a student with a canceled enrollment does not take part',
    alternatives: { alternative: 'a certificate can be awarded in every state' },
  },
)

export const awardCertificateBody = {
  certificate_template_id: integer().between(1, Number.MAX_SAFE_INTEGER).required(),
}

export function awardCertificate(
  tx: Tx,
  certifiable_type: CertificateRow['certifiable_type'],
  certifiable_id: number,
  certificate_template_id: number,
): CertificateRow {
  tx.logBehaviour(acceptsAnyTemplate)
  tx.logBehaviour(replacesPrevious)
  if (isEnrollmentCanceled(tx, certifiable_type, certifiable_id) && tx.assumes(refusesCanceled)) {
    throw unprocessable({ base: ['is canceled'] }, refusesCanceled)
  }
  revokeCertificate(tx, certifiable_type, certifiable_id)
  return tx.insert('certificates', { certifiable_type, certifiable_id, certificate_template_id })
}

const isEnrollmentCanceled = (
  tx: Tx,
  type: CertificateRow['certifiable_type'],
  id: number,
): boolean =>
  type === 'course_enrollment'
    ? tx.get('enrollments', id).status === 'canceled'
    : tx.get('program_enrollments', id).state === 'canceled'

/** Deletes the certificate of an enrollment. Returns false if there was none. */
export function revokeCertificate(
  tx: Tx,
  certifiable_type: CertificateRow['certifiable_type'],
  certifiable_id: number,
): boolean {
  const existing = tx.where('certificates', { certifiable_type, certifiable_id })
  for (const { id } of existing) tx.remove('certificates', id)
  return existing.length > 0
}
