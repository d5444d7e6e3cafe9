import {
  amounts,
  choice,
  identity,
  integer,
  refVia,
  resource,
  string,
  timestamp,
} from '../define/define.ts'
import { certifiables } from './certificates.certifiables.ts'
import { afterTheCourse } from './demo/timestamps.ts'
import { assetsUrl } from './shared/tenant-urls.ts'
import type { Rows } from '../generated/rows.ts'

const scopes = ['enrollments:read'] as const

/** A certificate that was awarded. */
export const Certificate = {
  ...identity,
  certifiable_id: refVia('certifiable_type', certifiables).part(),
  certifiable_type: choice(Object.keys(certifiables) as (keyof typeof certifiables)[]),
  created_at: timestamp(),
  pdf_url: string()
    .nullable()
    .computed((_, { id }: Rows['certificates']) => `${assetsUrl}/certificates/${id}.pdf`),
  certificate_template_id: integer().hidden(),
}

export default resource('certificates', Certificate, { one: 'Certificate' }, ({ list, show }) => ({
  events: { created: 'certificate.awarded', deleted: 'certificate.deleted' },

  operations: {
    get_certificates: list({ scopes, beta: true, paging: 'cursor' }),
    get_certificate_by_id: show({ scopes, beta: true }),
  },

  recipe: {
    amounts: amounts(1, 60, 5_000),
    plain: { certifiable_type: 'course_enrollment' },
    fields: {
      certifiable_type: ({ number }) =>
        number % 6 === 0 ? 'program_enrollment' : 'course_enrollment',
      certifiable_id: ({ row, pickNext }) =>
        pickNext(certifiables[row['certifiable_type'] as keyof typeof certifiables], {
          graduation_state: 'passed',
        }) ?? undefined,
      certificate_template_id: ({ chance }) => chance.integer(1, 4),
      created_at: (making) => {
        const { end_date, graduation_date } = making.parent('certifiable_id')
        return afterTheCourse(making, { end_date: end_date ?? graduation_date })
      },
    },
    parents: {
      certifiable_id: ({ row }) =>
        row['certifiable_type'] === 'evaluation_element' ? {} : { graduation_state: 'passed' },
    },
  },
}))
