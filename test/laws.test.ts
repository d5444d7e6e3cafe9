/**
 * Every law for every operation, over every transport.
 *
 * The table at the end shows which pairs ran; a pair that neither ran nor has an excuse is a failure.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmulator } from 'course-admin-emulator'
import { partsOf } from '../src/emulator/emulator.ts'
import { laws } from './support/laws.ts'
import { lawTable } from './support/law-table.ts'
import { describeTransports } from './support/transports.ts'

const world = createEmulator({ rateLimit: { requestsPerWindowMax: Infinity } })
const operations = [...partsOf(world).catalog.operations.values()]
const table = lawTable(operations, laws)

describeTransports((transport) => {
  beforeAll(() => transport.open())
  afterAll(() => transport.close())

  for (const law of laws) {
    for (const operation of operations) {
      if (law.excuse(operation) !== undefined) continue
      test(`${operation.id}: ${law.name}`, async () => {
        await law.hold({ operation, emulator: world.fork(), transport })
        table.ran(operation, law)
      })
    }
  }
})

test('every law ran for every operation, or has an excuse', () => {
  console.log(table.print())
  expect(table.missing()).toEqual([])
})
