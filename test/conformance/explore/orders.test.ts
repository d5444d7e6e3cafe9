/** Orders of steps and deliveries, their pruning, and the number of schedules. */
import { describe, expect, test } from 'vitest'
import { countOrders, DeliveryOrders } from '../../../src/conformance/explore/delivery-orders.ts'
import type { OrderOption } from '../../../src/conformance/run/delivery-order.ts'
import { type ComparedDelivery, type Connect, explore } from '../../../src/explore.ts'
import { deviationsAt } from '../../../src/conformance/deviations/kinds.ts'
import { mirror, renamesOf } from './mirror.ts'

const userOf = ({ body }: ComparedDelivery): number =>
  (body as { event_data: { id: number } }).event_data.id

/** Deliveries of different users commute. */
const commute = (a: ComparedDelivery, b: ComparedDelivery): boolean => userOf(a) !== userOf(b)

describe('the number of orders', () => {
  test.each([
    [5, [1, 2, 3, 4, 5], 945],
    [3, [1, 2, 3], 15],
    [1, [1, 1, 1], 6],
    [2, [], 1],
    [2, [1, 1, 2], 15 - 3],
  ])('of %i steps with deliveries in the steps %j is %i', (steps, deliveries, expected) => {
    expect(countOrders(steps, deliveries)).toBe(expected)
  })
})

/** Plays all orders of `count` steps with one delivery each, and returns them as text. */
function play(count: number, commute?: () => boolean): string[] {
  const orders = new DeliveryOrders(commute)
  const found: string[] = []
  for (let isOpen = true; isOpen; isOpen = orders.advance()) {
    const order: string[] = []
    const sent: OrderOption[] = []
    const pick = orders.start()
    for (let step = 1, id: string | undefined = ''; id !== undefined;) {
      const next = step <= count ? [{ id: `step ${step}` }] : []
      if (sent.length + next.length === 0) {
        found.push(order.join(' '))
        break
      }
      id = pick([...sent, ...next])
      if (id === undefined) break
      order.push(id)
      const index = sent.findIndex((each) => each.id === id)
      if (index >= 0) sent.splice(index, 1)
      else {
        const delivery = { event: 'x', body: step, notification: `${step}` }
        sent.push({ id: `delivery ${step}`, delivery })
        step += 1
      }
    }
  }
  return found
}

describe('the enumeration of orders', () => {
  test('runs each of the 945 orders of 5 deliveries once', () => {
    const orders = play(5)
    expect(orders).toHaveLength(945)
    expect(new Set(orders).size).toBe(945)
  })

  test('runs one order of commuting deliveries', () => {
    const commuting = play(5, () => true)
    // Each delivery arrives before some later step, or at the end: 5! choices, in one order each.
    expect(commuting).toHaveLength(120)
  })
})

/** `EXPLORE_RUNS=100000` explores five deliveries in 945 orders, and ten deliveries with six deviations. */
const isLong = Number(process.env['EXPLORE_RUNS'] ?? 0) > 1_000
const [deliveryCount, orderCount, commutingCount] = isLong ? [5, 945, 120] : [4, 105, 24]

const options = { deviations: ['deliveries'] as const, depth: 2, runs: isLong ? 1_200 : 160 }

/** Applies the last name of the delivery, also if it is older than the stored one. */
const lastWriteWins: Connect = (connection) => {
  const { names, ...rest } = { names: {} as Record<string, string>, ...mirror()(connection) }
  return {
    ...rest,
    commute,
    async fetch(request: Request) {
      const { event_data } = (await request.json()) as {
        event_data: { id: number; last_name: string }
      }
      await connection.fetch(`${connection.baseUrl}/users/${event_data.id}`, {
        headers: { authorization: `Bearer ${connection.token}` },
      })
      names[event_data.id] = event_data.last_name
      return new Response(null, { status: 204 })
    },
    resync: () => undefined,
    state: () => names,
  } as never
}

const integrations: [string, Connect][] = [
  ['a correct mirror', mirror({ commute })],
  ['an integration that trusts the payload', lastWriteWins],
]

test.each(integrations)(
  `%s has the same verdicts in all ${orderCount} orders, and with declared independence`,
  { timeout: 240_000 },
  async (_, connect) => {
    const all = await explore(renamesOf(deliveryCount), connect, { ...options, prune: false })
    const declared = await explore(renamesOf(deliveryCount), connect, options)
    expect(all.schedules.orders).toBe(orderCount)
    expect(all.coverage).toContain(`all ${orderCount} orders of deliveries`)
    expect(declared.schedules.orders).toBe(commutingCount)
    expect(declared.coverage).toContain(
      `all ${orderCount} orders of deliveries by ${commutingCount} runs`,
    )
    const verdicts = ({ verdicts }: typeof all): string[] => Object.keys(verdicts)
    expect(verdicts(declared)).toEqual(verdicts(all))
  },
)

test('an order is replayed by its text', async () => {
  const replay = 'order at step 1, step 2, user.updated id=3 #1, user.updated id=2 #1'
  const exploration = await explore(renamesOf(2), mirror(), { replay })
  expect(exploration.failures).toEqual([])
  expect(exploration.schedules).toMatchObject({ run: 2, orders: 1 })
  const unknown = 'order at step 1, user.updated id=9 #1, step 2'
  const { failures } = await explore(renamesOf(2), mirror(), { replay: unknown })
  expect(failures).toMatchObject([{ verdict: 'inconclusive', replay: unknown }])
})

const manyCount = isLong ? 10 : 5
const deviationCount = deviationsAt('delivery', new Set(['deliveries'])).length
const singleCount = manyCount * deviationCount
const pairCount = ((manyCount * (manyCount - 1)) / 2) * deviationCount ** 2

test(
  `${manyCount} deliveries have each schedule with at most two once`,
  { timeout: 240_000 },
  async () => {
    const limits = { ...options, runs: isLong ? 3_000 : 600 }
    const exploration = await explore(renamesOf(manyCount), mirror(), limits)
    expect(exploration.schedules).toMatchObject({
      run: 1 + singleCount + pairCount,
      byDepth: [1, singleCount, pairCount],
      orders: 0,
      notRun: 0,
    })
  },
)
