/** Type tests for events: the type of a payload follows from the name of its event. */
import {
  createEmulator,
  type EventName,
  type Payload,
  verify,
  type WebhookEvent,
} from 'course-admin-emulator'
import { expectTypeOf } from 'vitest'

const emulator = createEmulator()

// The union has each event, and its name selects the data.
expectTypeOf<WebhookEvent['event']>().toEqualTypeOf<EventName>()
export function handle(webhook: WebhookEvent): string | number {
  switch (webhook.event) {
    case 'user.merged':
      return webhook.event_data.secondary_user_id
    case 'user.deleted':
      // @ts-expect-error only the id of a deleted record is sent
      return webhook.event_data.email
    case 'enrollment.updated':
      expectTypeOf(webhook.event_data.status).toEqualTypeOf<
        'confirmed' | 'active' | 'canceled' | 'completed'
      >()
      return webhook.event_data.status
    // @ts-expect-error there is no such event
    case 'user.merge':
      return ''
    default:
      return webhook.event
  }
}
expectTypeOf<WebhookEvent<'user.merged'>>().toEqualTypeOf<Payload<'user.merged'>>()
export const verified = async (request: Request, secret: string): Promise<string | number> =>
  handle(await verify(request, secret))

// The deliveries of a receiver are narrowed by their event.
const hook = emulator.receiver({ url: 'https://app.test/hooks' })
expectTypeOf(hook.secret).toEqualTypeOf<string>()
const unregistered = emulator.receiver({ url: 'https://app.test/hooks', register: false })
expectTypeOf(unregistered.secret).toEqualTypeOf<string | undefined>()
for (const delivery of hook.deliveries) {
  if (delivery.event === 'course.updated')
    expectTypeOf(delivery.payload.event_data.name).toEqualTypeOf<string>()
}

// `delivered` and `entries` return the events that they are asked for.
const [merged] = emulator.delivered('user.merged')
expectTypeOf(merged?.payload.event_data.primary_user_id).toEqualTypeOf<number | undefined>()
// @ts-expect-error a merge carries two ids only
void merged?.payload.event_data.email
for (const entry of emulator.journal({ kind: 'event', event: ['user.merged', 'user.updated'] }))
  expectTypeOf(entry.event).toEqualTypeOf<'user.merged' | 'user.updated'>()
for (const entry of emulator.journal({ event: 'user.merged' })) {
  if (entry.kind === 'attempt') expectTypeOf(entry.event).toEqualTypeOf<'user.merged'>()
}
// @ts-expect-error there is no such event
emulator.journal({ event: 'user.merge' })

// Fields that hold a day or a moment take a `Date`; other fields do not.
emulator.given('planned_courses', { start_date: new Date(), end_date: '+30d' })
emulator.rows('planned_courses', { start_date: new Date() })
emulator.act.create('meetings', { start_date_time: new Date() })
emulator.act.update('planned_courses', 1, { end_date: null })
// @ts-expect-error a name is not a date
emulator.given('planned_courses', { name: new Date() })
