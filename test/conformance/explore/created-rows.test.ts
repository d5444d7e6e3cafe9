/** Records that an integration creates are compared as a multiset, whatever the order of work. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import type { Connect } from '../../../src/scenarios.ts'
import { taskCreator } from './correct/task-creator.ts'
import { renamesOf } from './mirror.ts'

test('a creator of one task for each event converges after each single deviation', async () => {
  const exploration = await explore(renamesOf(2), taskCreator, { depth: 1 })
  assertConverges(exploration)
  expect(exploration.schedules).toMatchObject({ notRun: 0, pruned: 0 })
})

test('a creator of one task for each event converges after pairs of deviations', async () => {
  assertConverges(await explore(renamesOf(2), taskCreator, { depth: 2, runs: 200 }))
})

/** Creates a task for each event, again for each delivery. */
const repeating: Connect = ({ baseUrl, token, fetch }) => ({
  async fetch(request) {
    const { event } = (await request.json()) as { event: string }
    if (event.startsWith('task.')) return 204
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: `Look at ${event}` })
    await fetch(`${baseUrl}/tasks`, { method: 'POST', headers, body })
    return 204
  },
})

test('a record that is created twice is the only difference', async () => {
  const replay = 'twice at user.updated id=2 #1'
  const { failures } = await explore(renamesOf(2), repeating, { replay })
  expect(failures).toMatchObject([{ difference: [{ path: 'rows.tasks created' }] }])
  expect(failures[0]?.difference[0]).toHaveProperty('actual.name', 'Look at user.updated')
  expect(failures[0]?.difference[0]).not.toHaveProperty('expected')
})
