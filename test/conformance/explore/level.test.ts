/** The order in which an exploration runs schedules with two deviations. */
import { expect, test } from 'vitest'
import { ChoicePoints } from '../../../src/conformance/run/choice-point.ts'
import { Level } from '../../../src/conformance/explore/enumeration.ts'
import { createRandom } from '../../../src/engine/store/random.ts'

test('two deliveries about one record come early, also beside many new choice points', () => {
  const names = new ChoicePoints()
  const delivery = (event: string, id: number) =>
    names.delivery({
      at: 'delivery',
      event,
      webhook: { id: '1', url: 'https://lms.example.org/hooks' },
      notification: `${event} of ${id}`,
      attempt: 1,
      body: JSON.stringify({ event, event_data: { id } }),
    })
  const [created, other, updated] = [
    delivery('user.created', 1),
    delivery('user.created', 2),
    delivery('user.updated', 1),
  ]
  const added = Array.from({ length: 50 }, (_, i) => delivery('user.updated', 100 + i))
  const baseline = { schedule: [], points: [created, other, updated] }
  const lost = { name: 'undelivered', point: created.id }
  const parent = { schedule: [lost], points: [...baseline.points, ...added] }
  const level = new Level([parent], {
    baseline,
    kinds: new Set(['deliveries']),
    random: createRandom(1),
    budget: 20,
  })
  const order = [...level.schedules()].map(([, second]) => second?.point)
  // Schedules with a second deviation at the same record alternate with those at a new choice point.
  expect(order.slice(0, 4)).toEqual([added[0]?.id, updated.id, added[0]?.id, updated.id])
  expect(order.lastIndexOf(updated.id)).toBeLessThan(20)
  expect(order.indexOf(other.id)).toBeGreaterThan(100)
})
