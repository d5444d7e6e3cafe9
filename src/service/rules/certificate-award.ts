/** Awarding and revoking certificates. An enrollment has one certificate at most. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { acceptsAnyTemplate, refusesCanceled, replacesPrevious } from '../behaviours/planning.ts'

type CertificateRow = Rows['certificates']

export const awardCertificateBody = {
  certificate_template_id: d.integer().between(1, Number.MAX_SAFE_INTEGER).required(),
}

export function awardCertificate(
  tx: d.Tx,
  certifiable_type: CertificateRow['certifiable_type'],
  certifiable_id: number,
  certificate_template_id: number,
): CertificateRow {
  tx.logBehaviour(acceptsAnyTemplate)
  tx.logBehaviour(replacesPrevious)
  if (isEnrollmentCanceled(tx, certifiable_type, certifiable_id) && tx.assumes(refusesCanceled)) {
    throw d.unprocessable({ base: ['is canceled'] }, refusesCanceled)
  }
  revokeCertificate(tx, certifiable_type, certifiable_id)
  return tx.insert('certificates', { certifiable_type, certifiable_id, certificate_template_id })
}

const isEnrollmentCanceled = (
  tx: d.Tx,
  type: CertificateRow['certifiable_type'],
  id: number,
): boolean =>
  type === 'course_enrollment'
    ? tx.get('enrollments', id).status === 'canceled'
    : tx.get('program_enrollments', id).state === 'canceled'

/** Deletes the certificate of an enrollment. Returns false if there was none. */
export function revokeCertificate(
  tx: d.Tx,
  certifiable_type: CertificateRow['certifiable_type'],
  certifiable_id: number,
): boolean {
  const existing = tx.where('certificates', { certifiable_type, certifiable_id })
  for (const { id } of existing) tx.remove('certificates', id)
  return existing.length > 0
}
