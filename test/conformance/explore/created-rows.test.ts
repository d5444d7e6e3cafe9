/** Records that an integration creates are compared as a multiset, whatever the order of work. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import { type Connect, scenario } from '../../../src/scenarios.ts'
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

test('a created record that a step changes in one run only is no difference', async () => {
  const done = scenario(
    'tasks-are-done',
    { given: ({ given }) => [given('users', { last_name: 'Berg' })] },
    async ({ emulator, step, given: [mia] }) => {
      await step('Mia is renamed', () =>
        emulator.act.updateUser({ user: mia!, last_name: 'Dekker' }),
      )
      await step('The open tasks get another name', () => {
        for (const task of emulator.rows('tasks'))
          emulator.act.update('tasks', task, { name: 'Done' })
      })
    },
  )
  const replay = 'last at user.updated id=2 #1'
  assertConverges(await explore(done, taskCreator, { replay }))
  const { failures } = await explore(done, repeating, { replay: 'twice at user.updated id=2 #1' })
  expect(failures).toHaveLength(1)
})

/** Creates the contact person of each enrollment, and marks the other new users. */
const marking: Connect = ({ baseUrl, token, fetch, storage }) => ({
  async fetch(request) {
    const { event, event_data } = (await request.json()) as {
      event: string
      event_data: { id: number; first_name?: string }
    }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const send = async (method: string, path: string, body: object): Promise<number> => {
      const init = { method, headers, body: JSON.stringify(body) }
      const { ok } = await fetch(`${baseUrl}/${path}`, init)
      return ok ? 204 : 503
    }
    if (event === 'user.created' && event_data.first_name !== 'Contact')
      return send('PUT', `users/${event_data.id}`, { last_name: 'Seen' })
    const last_name = `Of ${event_data.id}`
    const email = `contact-${event_data.id}@example.test`
    if (event !== 'enrollment.created' || storage.get(email)) return 204
    storage.set(email, true)
    return send('POST', 'users', { first_name: 'Contact', last_name, email })
  },
})

test('a record of a step that the integration changes is found whatever its id', async () => {
  const newUser = scenario(
    'new-user',
    {
      given: (emulator) => ({
        student: emulator.given('users'),
        edition: emulator.given('planned_courses', { status: 'planned' }),
      }),
    },
    async ({ emulator, step, given: { student, edition } }) => {
      await step('A user is enrolled, and another one is created', async () => {
        emulator.act.enroll({ student, planned_course: edition })
        await emulator.advance('10s')
        emulator.act.create('users', { first_name: 'Mia', last_name: 'Vos' })
      })
    },
  )
  const replay = 'late at enrollment.created id=1 #1'
  assertConverges(await explore(newUser, marking, { replay }))
})
