/** Probes of assumptions about events and deliveries. */
import type { Emulator, Receiver } from 'course-admin-emulator'
import { createUser, eventsOf, type Probes, send } from './probe.ts'

const url = 'https://app.test/hooks'

/** First names in the order of delivery. */
const heardOf = ({ deliveries }: Receiver): unknown[] =>
  deliveries.map(({ payload }) => (payload['event_data'] as { first_name: string }).first_name)

async function createThree(emulator: Emulator): Promise<void> {
  for (const name of ['Ada', 'Bo', 'Cy']) await createUser(emulator, name)
}

const announced: Probes = {
  'event.named': {
    observations: {
      default: ['planned_course.canceled'],
      alternative: ['planned_course.canceled', 'planned_course.updated'],
    },
    async observe(emulator) {
      const { id } = emulator.given('planned_courses', { status: 'planned' })
      await send(emulator, 'PUT', `/planned_courses/${id}/cancel`)
      return eventsOf(emulator).filter((event) => String(event).startsWith('planned_course.'))
    },
  },
  'event.once': {
    observations: {
      default: ['planned_course.teacher_attendees_changed'],
      alternative: ['planned_course.updated', 'planned_course.teacher_attendees_changed'],
    },
    async observe(emulator) {
      const { id } = emulator.given('planned_courses')
      const teacher = emulator.given('teachers')
      const body = { max_participants: 7, teacher_ids: [teacher.id] }
      await send(emulator, 'PUT', `/planned_courses/${id}`, body)
      return eventsOf(emulator).filter((event) => String(event).startsWith('planned_course.'))
    },
  },
  'companion.updated': {
    observations: {
      default: ['course.updated', 'product.updated'],
      alternative: ['course.updated'],
    },
    async observe(emulator) {
      const { id } = emulator.given('courses')
      await send(emulator, 'PUT', `/courses/${id}`, { code: 'NEW-1' })
      return eventsOf(emulator)
    },
  },
  'transition.event': {
    observations: { default: ['enrollment.updated'], alternative: [] },
    async observe(emulator) {
      emulator.given('enrollments', { status: 'confirmed' })
      await emulator.advanceToNext()
      return eventsOf(emulator).filter((event) => event === 'enrollment.updated')
    },
  },
}

const delivered: Probes = {
  'webhook.delivered': {
    observations: { default: 'failed', alternative: 'succeeded' },
    async observe(emulator) {
      const hook = emulator.receiver({ url, answer: 500 })
      await createUser(emulator, 'Ada')
      await emulator.advance('10m')
      return emulator.webhook(hook.webhook as string)?.notifications[0]?.status
    },
  },
  'webhook.signature': {
    observations: {
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
    observations: { default: ['09:00:00', '09:05:00'], alternative: ['09:00:00', '09:05:10'] },
    options: { start: '2026-03-02T09:00:00.000Z' },
    async observe(emulator) {
      const hook = emulator.receiver({ url, answer: { latency: '12s' } })
      await createUser(emulator, 'Ada')
      await emulator.advance('6m')
      const [notification] = emulator.webhook(hook.webhook as string)?.notifications ?? []
      return notification?.attempts.map(({ at }) => at.slice(11, 19))
    },
  },
  'webhook.exhausted': {
    observations: { default: true, alternative: false },
    async observe(emulator) {
      const hook = emulator.receiver({ url, answer: 500 })
      await createUser(emulator, 'Ada')
      await emulator.advance('10m')
      return emulator.webhook(hook.webhook as string)?.active
    },
  },
  'webhook.backlog': {
    observations: { default: ['Ada', 'Bo'], alternative: ['Bo', 'Cy'] },
    options: { delivery: { maxInFlight: 1, maxQueued: 1 } },
    async observe(emulator) {
      const hook = emulator.receiver({ url })
      await createThree(emulator)
      await emulator.settle()
      return heardOf(hook)
    },
  },
  'webhook.order': {
    observations: { default: ['Ada', 'Bo', 'Cy', 'Ada'], alternative: ['Ada', 'Ada', 'Bo', 'Cy'] },
    async observe(emulator) {
      let answers = 0
      const hook = emulator.receiver({ url, answer: () => ((answers += 1) === 1 ? 503 : 204) })
      await createThree(emulator)
      await emulator.advance('10m')
      return heardOf(hook)
    },
  },
}

export const events: Probes = { ...announced, ...delivered }
