/** The webhooks of a demo world: one for each integration of a tenant. */
import * as d from '../../engine/define/define.ts'
import type { EventName } from '../generated/rows.ts'

interface DemoWebhook {
  readonly url: string
  readonly events: readonly EventName[]
}

const demoWebhooks: readonly DemoWebhook[] = [
  {
    url: 'https://learning-platform.example.test/webhooks/course-admin',
    events: [
      'user.created',
      'user.updated',
      'user.deleted',
      'user.merged',
      'enrollment.created',
      'enrollment.updated',
      'enrollment.deleted',
    ],
  },
  {
    url: 'https://crm.example.test/hooks/customers',
    events: ['account.created', 'account.updated', 'user.created', 'user.updated', 'lead.created'],
  },
  {
    url: 'https://accounting.example.test/hooks/invoices',
    events: ['invoice.created', 'invoice.updated', 'payment.created'],
  },
  {
    url: 'https://website.example.test/hooks/catalog',
    events: [
      'course.created',
      'course.updated',
      'planned_course.created',
      'planned_course.updated',
    ],
  },
  {
    url: 'https://calendar.example.test/hooks/meetings',
    events: ['meeting.created', 'meeting.updated', 'meeting.deleted'],
  },
]

const demoWebhookAt = (number: number): DemoWebhook =>
  demoWebhooks[(number - 1) % demoWebhooks.length] as DemoWebhook

export const webhookRecipe: d.Recipe = {
  rowCounts: d.rowCounts(1, demoWebhooks.length, demoWebhooks.length),
  isShared: true,
  fields: {
    // A further webhook of `given` gets its own address.
    url: ({ number }) => {
      const { url } = demoWebhookAt(number)
      return number <= demoWebhooks.length ? url : `${url}-${number}`
    },
    // No receiver exists behind these addresses.
    active: () => false,
    events: ({ number }) => [...demoWebhookAt(number).events],
  },
}
