/** Another user changes a record right before the integration writes it. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import { type Connect, type Integration, scenario } from '../../../src/scenarios.ts'
import { titles } from '../course-titles.ts'

const newName = scenario(
  'new-name-of-a-course',
  {
    summary: 'A course gets another name.',
    given: (emulator) => ({ course: emulator.given('courses', { name: 'Chess', code: 'C-1' }) }),
  },
  async ({ emulator, step, given: { course } }) => {
    await step('A new name', () => emulator.act.update('courses', course, { name: 'Draughts' }))
  },
)

/** An integration that does the same work after an event and in a synchronization. */
const afterEvents = (start: string, work: () => Promise<void>): Integration => ({
  async fetch(request) {
    const { event } = (await request.json()) as { event: string }
    if (event.startsWith(start)) await work()
    return new Response(null, { status: 204 })
  },
  resync: work,
})

const options = { deviations: ['edits'] } as const

test('an integration that writes a whole record back loses the change of another user', async () => {
  const { failures } = await explore(newName, titles({ writesAll: true }), options)
  expect(failures[0]).toMatchObject({ verdict: 'diverged' })
  expect(failures[0]?.replay).toMatch(/^edited at PUT \/courses\/\d+ ~\w+ #1$/)
  expect(failures[0]?.difference).toContainEqual({
    path: 'rows.courses 1.code',
    expected: 'Edited meanwhile',
    actual: 'C-1',
  })
})

test('generated scenarios find it, and their replay too', async () => {
  const acts = ['update courses']
  const connect = titles({ writesAll: true })
  const { failures } = await explore(connect, { acts, until: 'first', deviations: ['edits'] })
  expect(failures[0]?.replay).toMatch(/ \| edited at PUT \/courses\//)
  const { replay = '' } = failures[0] ?? {}
  expect((await explore(connect, { acts, replay })).failures).toMatchObject([
    { verdict: 'diverged' },
  ])
})

test('an integration that writes its own field only converges', async () => {
  assertConverges(await explore(titles({}), { acts: ['update courses'], runs: 200 }))
  const { failures } = await explore(newName, titles({}), options)
  expect(failures[0]?.reason).toContain(
    'edits: no update of the integration repeats a text, a number or a list of ids of the record',
  )
})

test('a number that is written back is lost, too', async () => {
  /** Writes the link of each planned course, and the places that it read. */
  const links =
    (writesPlaces: boolean): Connect =>
    ({ baseUrl, token, fetch }) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const work = async (): Promise<void> => {
        const answer = await fetch(`${baseUrl}/planned_courses?per_page=100`, { headers })
        type PlannedCourse = { id: number; external_link: string | null; max_participants: number }
        for (const each of (await answer.json()) as PlannedCourse[]) {
          const external_link = `https://lms.test/${each.id}`
          if (each.external_link === external_link) continue
          const places = writesPlaces && { max_participants: each.max_participants }
          const body = JSON.stringify({ external_link, ...places })
          await fetch(`${baseUrl}/planned_courses/${each.id}`, { method: 'PUT', headers, body })
        }
      }
      return afterEvents('planned_course.', work)
    }
  const acts = ['create planned_courses', 'update planned_courses']
  const found = await explore(links(true), { acts, until: 'first', deviations: ['edits'] })
  expect(found.failures[0]?.replay).toContain('edited at PUT /planned_courses/')
  assertConverges(await explore(links(false), { acts, runs: 60, deviations: ['steps'] }))
}, 60_000)

test('a list of ids that is written back is lost, too', async () => {
  const renamed = scenario(
    'new-name-of-a-user',
    {
      summary: 'A user with a label gets another name.',
      given(emulator) {
        const [label] = emulator.given('labels', 2, { model_type: 'User' })
        return { user: emulator.given('users', { label_ids: [label.id] }) }
      },
    },
    async ({ emulator, step, given: { user } }) => {
      await step('A new name', () => emulator.act.update('users', user, { first_name: 'Vera' }))
    },
  )
  /** Writes a second name of each user, and the labels that it read. */
  const secondNames =
    (writesLabels: boolean): Connect =>
    ({ baseUrl, token, fetch }) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const work = async (): Promise<void> => {
        const answer = await fetch(`${baseUrl}/users?per_page=100`, { headers })
        type User = Record<'first_name' | 'middle_name', string> & {
          id: number
          label_ids: number[]
        }
        for (const { id, first_name, middle_name, label_ids } of (await answer.json()) as User[]) {
          if (middle_name === first_name) continue
          const body = JSON.stringify({
            middle_name: first_name,
            ...(writesLabels && { label_ids }),
          })
          await fetch(`${baseUrl}/users/${id}`, { method: 'PUT', headers, body })
        }
      }
      return afterEvents('user.updated', work)
    }
  const { failures } = await explore(renamed, secondNames(true), options)
  expect(failures[0]).toMatchObject({ verdict: 'diverged' })
  expect(failures[0]?.difference.map(({ path }) => path)).toContain('rows.users 2.label_ids.0')
  const { failures: none } = await explore(renamed, secondNames(false), options)
  expect(none[0]?.reason).toContain('no choice point')
})
