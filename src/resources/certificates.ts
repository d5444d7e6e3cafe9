import {
  rowCounts,
  choice,
  identity,
  integer,
  polymorphicRef,
  resource,
  string,
  timestamp,
} from '../define/define.ts'
import { certifiableTables } from './certificates.certifiables.ts'
import { demoTimeAfterCourse } from './demo/timestamps.ts'
import { assetsUrl } from './shared/tenant-urls.ts'
import type { Rows } from '../generated/rows.ts'

const scopes = ['enrollments:read'] as const

/** A certificate that was awarded. */
export const CertificateShape = {
  ...identity,
  certifiable_id: polymorphicRef('certifiable_type', certifiableTables).partOf(),
  certifiable_type: choice(Object.keys(certifiableTables) as (keyof typeof certifiableTables)[]),
  created_at: timestamp(),
  pdf_url: string()
    .nullable()
    .computed((_, { id }: Rows['certificates']) => `${assetsUrl}/certificates/${id}.pdf`),
  certificate_template_id: integer().hidden(),
}

export default resource(
  'certificates',
  CertificateShape,
  { singular: 'Certificate' },
  ({ list, show }) => ({
    events: { created: 'certificate.awarded', deleted: 'certificate.deleted' },

    operations: {
      get_certificates: list({ scopes, beta: true, paging: 'cursor' }),
      get_certificate_by_id: show({ scopes, beta: true }),
    },

    recipe: {
      rowCounts: rowCounts(1, 60, 5_000),
      defaults: { certifiable_type: 'course_enrollment' },
      fields: {
        certifiable_type: ({ number }) =>
          number % 6 === 0 ? 'program_enrollment' : 'course_enrollment',
        certifiable_id: ({ row, pickNext }) =>
          pickNext(certifiableTables[row['certifiable_type'] as keyof typeof certifiableTables], {
            graduation_state: 'passed',
          }) ?? undefined,
        certificate_template_id: ({ random }) => random.integer(1, 4),
        created_at: (context) => {
          const { end_date, graduation_date } = context.parent('certifiable_id')
          return demoTimeAfterCourse(context, { end_date: end_date ?? graduation_date })
        },
      },
      parentValues: {
        certifiable_id: ({ row }) =>
          row['certifiable_type'] === 'evaluation_element' ? {} : { graduation_state: 'passed' },
      },
    },
  }),
)
