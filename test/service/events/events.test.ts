/**
 * All events of the contract: each is brought about on a world of its own, and what arrives at a
 * receiver is exactly that event, and those that the same cause rightly announces with it.
 */
import { readFileSync } from 'node:fs'
import { createEmulator, type Emulator, type ReceivedDelivery } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { eventNamesOf } from '../../../src/engine/define/resource-events.ts'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { causes } from './event-causes.ts'

const world = createEmulator({ rateLimit: { requestsPerWindowMax: Infinity } })

const facts = readFileSync(
  new URL('../../../fixtures/contract/schemas.yaml', import.meta.url),
  'utf8',
)
const known: string[] = parse(facts).schemas.WebhookEvent.enum

describe('an event', () => {
  test.each(causes.map((row) => [row[0], row[1].id, row] as const))(
    '%s is caused by %s',
    async (_, __, [event, cause, ...also]) => {
      const emulator = world.fork()
      const hook = emulator.receiver({ url: 'https://app.test/hooks' })
      await cause.run(emulator)
      await emulator.settle()
      expect(hook.deliveries.map(({ event }) => event).toSorted()).toEqual(
        [event, ...also].toSorted(),
      )
      for (const delivery of hook.deliveries) expectPayload(emulator, delivery)
    },
  )

  test('has a cause, for all 93 events', () => {
    const caused = new Set(causes.map(([event]) => event))
    expect(known.filter((event) => !caused.has(event))).toEqual([])
    expect(known).toHaveLength(93)
  })

  test('is emitted only if the service has it', () => {
    const { catalog } = contextOf(world)
    expect(catalog.events.filter((event) => !known.includes(event))).toEqual([])
    const announced = causes.flatMap(([event, , ...also]) => [event, ...also])
    expect(announced.filter((event) => !known.includes(event))).toEqual([])
  })
})

/** The tenant, the event and the serialized record, or only the id of a deleted record. */
function expectPayload(emulator: Emulator, { event, payload }: ReceivedDelivery): void {
  const { event_data: data, ...envelope } = payload
  const [educator] = emulator.rows('educators')
  expect(envelope).toEqual({
    event,
    educator: educator?.slug,
    tenant_id: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  const about = data as { readonly id: number }
  if (event === 'user.merged') {
    const ids = { primary_user_id: expect.any(Number), secondary_user_id: expect.any(Number) }
    expect(about).toEqual(ids)
    expect(emulator.row('users', (data as typeof ids).secondary_user_id)).toBeUndefined()
    return
  }
  const [name, { events }] = resourceOf(event)
  const record = emulator.row(name as 'users', about.id)
  if (event === events.deleted) expect([about, record]).toEqual([{ id: about.id }, undefined])
  else expect(about).toEqual(record)
}

function resourceOf(event: string) {
  const found = [...contextOf(world).catalog.resources].find(([, { events }]) =>
    eventNamesOf(events).includes(event),
  )
  if (!found) throw new Error(`no resource announces ${event}`)
  return found
}
