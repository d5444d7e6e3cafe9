/**
 * Every law for every operation, over every transport.
 *
 * The table at the end shows which pairs ran; a pair that neither ran nor has an excuse is a failure.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmulator } from 'course-admin-emulator'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { laws } from '../support/laws.ts'
import { createLawTable } from '../support/law-table.ts'
import { describeTransports } from '../support/transports.ts'

const world = createEmulator({ rateLimit: { requestsPerWindowMax: Infinity } })
const operations = [...contextOf(world).catalog.operations.values()]
const table = createLawTable(operations, laws)

describeTransports((transport) => {
  beforeAll(() => transport.open())
  afterAll(() => transport.close())

  for (const law of laws) {
    for (const operation of operations) {
      if (law.exemption(operation) !== undefined) continue
      test(`${operation.id}: ${law.name}`, async () => {
        await law.check({ operation, emulator: world.fork(), transport })
        table.record(operation, law)
      })
    }
  }
})

test('every law ran for every operation, or has a reason not to', () => {
  console.log(table.print())
  expect(table.missing()).toEqual([])
})
