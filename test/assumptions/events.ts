/** Looks at what is assumed of events and of the deliveries that tell of them. */
import type { Emulator, Receiver } from 'course-admin-emulator'
import { createUser, eventsOf, type Probes, send } from './probe.ts'

const url = 'https://app.test/hooks'

/** First names in the order in which they were heard of. */
const heardOf = ({ deliveries }: Receiver): unknown[] =>
  deliveries.map(({ payload }) => (payload['event_data'] as { first_name: string }).first_name)

async function createThree(emulator: Emulator): Promise<void> {
  for (const name of ['Ada', 'Bo', 'Cy']) await createUser(emulator, name)
}

const announced: Probes = {
  'event.named': {
    sees: {
      default: ['planned_course.canceled'],
      instead: ['planned_course.canceled', 'planned_course.updated'],
    },
    async look(emulator) {
      const { id } = emulator.given('planned_courses', { status: 'planned' })
      await send(emulator, 'PUT', `/planned_courses/${id}/cancel`)
      return eventsOf(emulator).filter((event) => String(event).startsWith('planned_course.'))
    },
  },
  'event.once': {
    sees: {
      default: ['planned_course.teacher_attendees_changed'],
      instead: ['planned_course.updated', 'planned_course.teacher_attendees_changed'],
    },
    async look(emulator) {
      const { id } = emulator.given('planned_courses')
      const teacher = emulator.given('teachers')
      const body = { max_participants: 7, teacher_ids: [teacher.id] }
      await send(emulator, 'PUT', `/planned_courses/${id}`, body)
      return eventsOf(emulator).filter((event) => String(event).startsWith('planned_course.'))
    },
  },
  'companion.updated': {
    sees: { default: ['course.updated', 'product.updated'], instead: ['course.updated'] },
    async look(emulator) {
      const { id } = emulator.given('courses')
      await send(emulator, 'PUT', `/courses/${id}`, { code: 'NEW-1' })
      return eventsOf(emulator)
    },
  },
  'move.announced': {
    sees: { default: ['enrollment.updated'], instead: [] },
    async look(emulator) {
      emulator.given('enrollments', { status: 'confirmed' })
      await emulator.advanceToNext()
      return eventsOf(emulator).filter((event) => event === 'enrollment.updated')
    },
  },
}

const delivered: Probes = {
  'webhook.delivered': {
    sees: { default: 'failed', instead: 'succeeded' },
    async look(emulator) {
      const hook = emulator.receiver({ url, answer: 500 })
      await createUser(emulator, 'Ada')
      await emulator.advance('10m')
      return emulator.webhook(hook.webhook as string)?.notifications[0]?.status
    },
  },
  'webhook.signature': {
    sees: {
      default: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
      instead: ['x-webhook-signature'],
    },
    async look(emulator) {
      const hook = emulator.receiver({ url })
      await createUser(emulator, 'Ada')
      await emulator.settle()
      const headers = Object.keys(hook.deliveries[0]?.headers ?? {})
      return headers.filter((name) => name !== 'content-type')
    },
  },
  'webhook.exhausted': {
    sees: { default: true, instead: false },
    async look(emulator) {
      const hook = emulator.receiver({ url, answer: 500 })
      await createUser(emulator, 'Ada')
      await emulator.advance('10m')
      return emulator.webhook(hook.webhook as string)?.active
    },
  },
  'webhook.backlog': {
    sees: { default: ['Ada', 'Bo'], instead: ['Bo', 'Cy'] },
    options: { patience: { inFlightMax: 1, backlogMax: 1 } },
    async look(emulator) {
      const hook = emulator.receiver({ url })
      await createThree(emulator)
      await emulator.settle()
      return heardOf(hook)
    },
  },
  'webhook.order': {
    sees: { default: ['Ada', 'Bo', 'Cy', 'Ada'], instead: ['Ada', 'Ada', 'Bo', 'Cy'] },
    async look(emulator) {
      let answers = 0
      const hook = emulator.receiver({ url, answer: () => ((answers += 1) === 1 ? 503 : 204) })
      await createThree(emulator)
      await emulator.advance('10m')
      return heardOf(hook)
    },
  },
}

export const events: Probes = { ...announced, ...delivered }
