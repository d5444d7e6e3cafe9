/** A world with one damaged cell: the error says which part of the world is not valid. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

const saved = createEmulator({ world: 'empty' }).save()

test.each([
  ['clock.base', 'the time of its clock is not a valid timestamp'],
  ['clock.tasks', 'its due tasks are not valid'],
  ['clock.scheduled', 'its scheduled tasks are not valid'],
  ['clock.sleeps', 'its sleeps are not valid'],
  ['world.start', 'its dates are not valid'],
  ['locale', 'its languages are not valid'],
  ['seed', 'its seeds are not valid'],
  ['faults', 'its faults are not valid'],
  ['webhooks.finished', 'its finished notifications are not valid'],
  ['webhooks.queue', 'its queued notifications are not valid'],
  ['webhooks.queueLengths', 'its counts are not valid'],
  ['webhooks.inFlight', 'its attempts in flight are not valid'],
  ['webhooks.inFlightCounts', 'its counts are not valid'],
  ['webhooks.reorderBuffer', 'its held deliveries are not valid'],
  ['webhooks.reservedSlots', 'its reserved slots are not valid'],
  ['webhooks.waitingAttempts', 'its waiting attempts are not valid'],
  ['webhooks.ofReceivers', 'its webhooks of receivers are not valid'],
  ['deliver.events', 'its events are not valid'],
  ['rate.windows', 'its rate limit windows are not valid'],
  ['tables', 'it has no educators'],
])('the cell %s: %s', (name, problem) => {
  const world = JSON.parse(saved) as { cells: Record<string, unknown> }
  expect(world.cells).toHaveProperty([name])
  world.cells[name] = {}
  const load = (): void => createEmulator({ world: 'empty' }).restore(world)
  expect(load).toThrow(
    expect.objectContaining({
      code: 'bad_world',
      message: `Could not load the saved world: ${problem}. Save it again.`,
    }),
  )
})
