/** The names of the parts of a saved world. Files that users have saved contain these names. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

const partNames = [
  'assumptions',
  'clock.base',
  'clock.scheduled',
  'clock.sleeps',
  'clock.tasks',
  'deliver.events',
  'faults',
  'flags',
  'locale',
  'rate.windows',
  'seed',
  'tables',
  'webhooks.finished',
  'webhooks.inFlight',
  'webhooks.inFlightCounts',
  'webhooks.ofReceivers',
  'webhooks.queue',
  'webhooks.queueLengths',
  'webhooks.reorderBuffer',
  'webhooks.reservedSlots',
  'webhooks.waitingAttempts',
  'world.start',
]

test('a saved world has these parts and no others', () => {
  const world = JSON.parse(createEmulator({ world: 'empty' }).save()) as { cells: object }
  expect(Object.keys(world.cells).toSorted()).toEqual(partNames)
})

test('a saved world contains no table that never had a record', () => {
  const emulator = createEmulator({ world: 'empty' })
  emulator.given('labels')
  const { cells } = JSON.parse(emulator.save()) as { cells: { tables: object } }
  expect(Object.keys(cells.tables)).toContain('labels')
  expect(Object.keys(cells.tables)).not.toContain('course_locations')
})
