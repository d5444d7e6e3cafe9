import * as d from '../../engine/define/define.ts'
import { demoTimeAfterCourse } from '../demo/timestamps.ts'
import { assetsUrl } from '../fields/tenant-urls.ts'
import type { Rows } from '../generated/rows.ts'

/** Tables of the records that a certificate can be awarded for, by `certifiable_type`. */
const certifiableTables = {
  course_enrollment: 'enrollments',
  program_enrollment: 'program_enrollments',
  evaluation_element: 'program_elements',
} as const

const scopes = ['enrollments:read'] as const

const CertificateShape = {
  ...d.identity,
  certifiable_id: d.polymorphicRef('certifiable_type', certifiableTables).partOf(),
  certifiable_type: d.keyOf(certifiableTables),
  created_at: d.timestamp(),
  pdf_url: d
    .string()
    .nullable()
    .computed((_, { id }: Rows['certificates']) => `${assetsUrl}/certificates/${id}.pdf`),
  certificate_template_id: d.integer().hidden(),
}

export default d.resource(
  'certificates',
  CertificateShape,
  { singular: 'Certificate' },
  ({ list, show }) => ({
    description: 'A certificate that was awarded.',

    events: { created: 'certificate.awarded', deleted: 'certificate.deleted' },

    operations: {
      get_certificates: list({ scopes, beta: true, paging: 'cursor' }),
      get_certificate_by_id: show({ scopes, beta: true }),
    },

    recipe: {
      rowCounts: d.rowCounts(1, 60, 5_000),
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
