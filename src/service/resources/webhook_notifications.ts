import * as d from '../../engine/define/define.ts'
import {
  demoNotificationDay,
  demoAttempts,
  demoPayload,
  findUserCreatedThatDay,
} from './webhook_notifications.demo.ts'
import type { Rows } from '../generated/rows.ts'

type NotificationRow = Rows['webhook_notifications']

const AttemptShape = d.object({
  number: d.integer().required(),
  at: d.timestamp().required(),
  url: d.string().required(),
  headers: d.map(d.string()).required(),
  status: d.integer().nullable().required(),
  response: d.string().required(),
  ended: d.timestamp().nullable().required(),
  arrivals: d.integer(),
})

const WebhookNotificationShape = {
  id: d.string(),
  event_id: d.string(),
  webhook_id: d.stringRef('webhooks'),
  status: d.choice(['pending', 'retry', 'succeeded', 'failed']).defaultsTo('pending'),
  created_at: d.timestamp(),
  data: d.json().computed((_, { body }: NotificationRow) => JSON.parse(body)),
  send_attempts: d
    .listOf(
      d.object({
        response: d.string().required(),
        status_code: d.integer().required(),
        created_at: d.timestamp().required(),
      }),
    )
    .computed((_, { attempts }: NotificationRow) =>
      attempts
        .filter(({ ended }) => ended !== null)
        .map(({ response, status, at }) => ({
          response,
          status_code: status ?? 0,
          created_at: at,
        })),
    ),
  event: d.string().hidden(),
  body: d.string().hidden(),
  attempts: d.listOf(AttemptShape).hidden(),
  number: d.integer().hidden(),
  cause: d.integer().hidden(),
}

const refuse = (reason: string) => d.unprocessable({ notification_id: [reason] })

const webhookParams = { webhook_id: d.stringRef('webhooks') }
const scopes = ['settings:read'] as const

export default d.resource(
  'webhook_notifications',
  WebhookNotificationShape,
  { singular: 'WebhookNotification', group: 'webhook-notifications' },
  ({ list }) => ({
    description: 'A notification of one event to one webhook, with its delivery attempts.',

    operations: {
      get_webhook_notifications_by_webhook_id: list({
        path: '/webhooks/{webhook_id}/notifications',
        params: webhookParams,
        scopes,
        fields: ['id', 'event_id', 'data', 'status', 'send_attempts'],
        unpagedInReference: true,
      }),
      get_webhook_notifications_failed: list({
        path: '/webhooks/{webhook_id}/notifications/failed',
        params: webhookParams,
        scopes,
        where: { status: 'failed' },
        fields: ['id', 'event_id', 'webhook_id', 'data', 'status', 'created_at'],
        filters: {
          start: d.customFilter(
            d.timestamp(),
            (row: NotificationRow, from) => row.created_at >= from,
          ),
          end: d.customFilter(
            d.timestamp(),
            (row: NotificationRow, until) => row.created_at <= until,
          ),
        },
        paging: 'cursor',
      }),
    },

    acts: {
      redeliver: d.act({
        summary: 'Sends a delivered or failed notification again, with the same id.',
        input: {
          notification_id: d.stringRef('webhook_notifications').required().alias('notification'),
        },
        returns: 'webhook_notifications',
        handle(tx, { notification_id }) {
          const { status, webhook_id } = tx.get('webhook_notifications', notification_id)
          if (status === 'pending' || status === 'retry') throw refuse('is still being delivered')
          if (!tx.find('webhooks', webhook_id)?.active) throw refuse('has no active webhook')
          tx.redeliver(notification_id)
          return tx.update('webhook_notifications', notification_id, { status: 'pending' })
        },
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(1, 60),
      isShared: true,
      quotesRows: true,
      fields: {
        // The first webhook has more failed notifications than fit on a page.
        webhook_id: ({ number, tx, pick }) =>
          number <= 40
            ? [...tx.scan('webhooks')][0]?.id
            : pick('webhooks', ({ events }) => events.includes('user.created')),
        event: (context) => (findUserCreatedThatDay(context) ? 'user.created' : 'user.updated'),
        event_id: ({ random }) => random.uuid(),
        number: ({ number }) => number,
        cause: () => 0,
        status: ({ number, random }) =>
          number <= 30 ? 'failed' : random.pick(['succeeded', 'succeeded', 'failed']),
        created_at: (context) =>
          findUserCreatedThatDay(context)?.created_at ??
          context.timestamp(demoNotificationDay(context.number), 10),
        body: (context) => {
          const { tx, row, pick } = context
          const known = pick('users', ({ created_at }) => created_at < row['created_at'])
          const user = findUserCreatedThatDay(context)?.id ?? known ?? pick('users')
          return demoPayload(tx, row['event'], user as number)
        },
        attempts: ({ row, tx }) => demoAttempts(tx, row),
      },
    },
  }),
)
