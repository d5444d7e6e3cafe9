/** The order in which an exploration runs histories with two deviations. */
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
  const plain = { history: [], points: [created, other, updated] }
  const lost = { name: 'lost', point: created.id }
  const parent = { history: [lost], points: [...plain.points, ...added] }
  const level = new Level([parent], {
    plain,
    kinds: new Set(['deliveries']),
    random: createRandom(1),
    budget: 20,
  })
  const order = [...level.histories()].map(([, second]) => second?.point)
  // Histories with a second deviation at the same record alternate with those at a new choice point.
  expect(order.slice(0, 4)).toEqual([added[0]?.id, updated.id, added[0]?.id, updated.id])
  expect(order.lastIndexOf(updated.id)).toBeLessThan(20)
  expect(order.indexOf(other.id)).toBeGreaterThan(100)
})
