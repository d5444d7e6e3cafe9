/** Assumptions about deliveries. */
import type { Emulator, Receiver } from 'course-admin-emulator'
import { expect } from 'vitest'
import { send } from '../../support/api-client.ts'
import type { AssumptionRows } from './row.ts'
import { webhookOf } from '../../support/internals.ts'

const url = 'https://app.test/hooks'

/** First names in the order of delivery. */
const heardOf = ({ deliveries }: Receiver): unknown[] =>
  deliveries.map(({ payload }) => (payload['event_data'] as { first_name: string }).first_name)

/** Creates a user over the API, with an event. */
const createUser = (emulator: Emulator, name: string): Promise<Response> =>
  send(emulator, 'POST', '/users', {
    first_name: name,
    last_name: 'Berg',
    email: `${name}@example.test`,
  })

async function createThree(emulator: Emulator): Promise<void> {
  for (const name of ['Ada', 'Bo', 'Cy']) await createUser(emulator, name)
}

const cases: AssumptionRows['cases'] = {
  'webhook.delivered': {
    expected: { default: 'failed', alternative: 'succeeded' },
    async observe(emulator) {
      const hook = emulator.receiver({ url, answer: 500 })
      await createUser(emulator, 'Ada')
      await emulator.advance('10m')
      return webhookOf(emulator, hook.webhook as string)?.notifications[0]?.status
    },
  },
  'webhook.envelope': {
    expected: {
      default: [
        ['event', 'educator', 'tenant_id', 'event_data'],
        ['event', 'educator', 'tenant_id', 'event_data'],
      ],
      entity: [
        ['event', 'educator', 'tenant_id', 'event_data', 'entity'],
        ['event', 'educator', 'tenant_id', 'event_data'],
      ],
      notification: [
        [{ event: 'user.created', entity_type: 'User', entity_id: 4 }, 'educator', 'tenant_id'],
        ['event', 'educator', 'tenant_id', 'event_data'],
      ],
    },
    async observe(emulator) {
      const [primary, secondary] = emulator.given('users', 2)
      const hook = emulator.receiver({ url, events: ['user.created', 'user.merged'] })
      await createUser(emulator, 'Ada')
      emulator.act.mergeUsers({ primary, secondary })
      await emulator.settle()
      return hook.deliveries.map(({ payload }) => {
        const { notification, event_data, entity } = payload as never as Record<string, object>
        if (entity) expect(entity).toEqual(event_data)
        if (!notification) return Object.keys(payload)
        const { event, entity_type, entity_id, ...tenant } = notification as Record<string, unknown>
        return [{ event, entity_type, entity_id }, ...Object.keys(tenant)]
      })
    },
  },
  'webhook.signature': {
    expected: {
      default: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
      alternative: ['x-webhook-signature'],
    },
    async observe(emulator) {
      const hook = emulator.receiver({ url })
      await createUser(emulator, 'Ada')
      await emulator.settle()
      const headers = Object.keys(hook.deliveries[0]?.headers ?? {})
      return headers.filter((name) => name !== 'content-type')
    },
  },
  'webhook.retry': {
    expected: { default: ['09:00:00', '09:05:00'], alternative: ['09:00:00', '09:05:10'] },
    options: { start: '2026-03-02T09:00:00.000Z' },
    async observe(emulator) {
      const hook = emulator.receiver({ url, answer: { latency: '12s' } })
      await createUser(emulator, 'Ada')
      await emulator.advance('6m')
      const [notification] = webhookOf(emulator, hook.webhook as string)?.notifications ?? []
      return notification?.attempts.map(({ at }) => at.slice(11, 19))
    },
  },
  'webhook.exhausted': {
    expected: { default: true, alternative: false },
    async observe(emulator) {
      const hook = emulator.receiver({ url, answer: 500 })
      await createUser(emulator, 'Ada')
      await emulator.advance('10m')
      return webhookOf(emulator, hook.webhook as string)?.active
    },
  },
  'webhook.backlog': {
    expected: { default: ['Ada', 'Bo'], alternative: ['Bo', 'Cy'] },
    options: { delivery: { maxInFlight: 1, maxQueued: 1 } },
    async observe(emulator) {
      const hook = emulator.receiver({ url })
      await createThree(emulator)
      await emulator.settle()
      return heardOf(hook)
    },
  },
  'webhook.order': {
    expected: { default: ['Ada', 'Bo', 'Cy', 'Ada'], alternative: ['Ada', 'Ada', 'Bo', 'Cy'] },
    async observe(emulator) {
      let answers = 0
      const hook = emulator.receiver({ url, answer: () => ((answers += 1) === 1 ? 503 : 204) })
      await createThree(emulator)
      await emulator.advance('10m')
      return heardOf(hook)
    },
  },
}

export const deliveries: AssumptionRows = { cases }
