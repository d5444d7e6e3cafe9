/** Amounts in bodies: decimal strings and numbers, within 12 integer digits and 2 decimals. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { send, statusOf } from '../../support/api-client.ts'
import { exampleFor, toRequest } from '../../support/operation-request.ts'

const world = createEmulator({ rateLimit: { requestsPerWindowMax: Infinity } })
const amounts = [...contextOf(world).catalog.operations.values()].flatMap((operation) =>
  Object.entries(operation.body ?? {})
    .filter(([, { spec }]) => spec.format === 'decimal')
    .map(([field]) => ({ id: operation.id, field, operation })),
)

test('programs, editions, courses, planned courses and orders take a cost', () => {
  const takers = amounts.filter(({ field }) => field === 'cost').map(({ id }) => id)
  expect(takers.length).toBeGreaterThanOrEqual(8)
})

describe.each(amounts)('$field of $id', ({ field, operation }) => {
  async function sendAmount(amount: unknown) {
    const emulator = world.fork()
    const example = exampleFor(emulator, operation)
    const { path, init } = toRequest(operation, example, emulator.token)
    const body = { ...example.body, [field]: amount }
    const response = await send(emulator, String(init.method), path, body)
    return { status: response.status, body: JSON.stringify(await response.json()) }
  }

  test.each([
    ['2400.00', '2400.00'],
    ['2400.5', '2400.50'],
    [2400, '2400.00'],
    [0.1, '0.10'],
    ['99999999999.99', '99999999999.99'],
  ])('accepts %j', async (amount, stored) => {
    const { status, body } = await sendAmount(amount)
    expect([status < 300, body]).toEqual([true, expect.stringContaining(`"${stored}"`)])
  })

  test.each(['1000000000000', 1e12, 1e24, '1e3', '1.005', 1e-7, '', ' 5', true])(
    'refuses %j',
    async (amount) => {
      const { status, body } = await sendAmount(amount)
      expect([status, body]).toEqual([422, expect.stringContaining(`"${field}"`)])
    },
  )
})

test('a total of more than 12 integer digits is refused', async () => {
  const emulator = world.fork()
  const { id } = emulator.given('accounts')
  const items = (units: number) => [{ name: 'Seat', units, unit_price: '999999999999.99' }]
  const status = (units: number) =>
    statusOf(emulator, 'POST', '/invoices', {
      account_id: id,
      invoice_items_attributes: items(units),
    })
  expect([await status(2), await status(1e24)]).toEqual([422, 422])
})
