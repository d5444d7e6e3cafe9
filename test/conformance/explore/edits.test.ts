/** Another user changes a record right before the integration writes it. */
import { expect, test } from 'vitest'
import { assertConverges, explore } from '../../../src/explore.ts'
import { type Connect, scenario } from '../../../src/scenarios.ts'
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

/** An integration that updates records after an event and in a synchronization. `changeOf` returns the body, if there is one. */
const updates =
  <T extends { readonly id: number }>(
    table: string,
    event: string,
    changeOf: (record: T) => object | undefined,
  ): Connect =>
  ({ baseUrl, token, fetch }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const work = async (): Promise<void> => {
      const answer = await fetch(`${baseUrl}/${table}?per_page=100`, { headers })
      for (const record of (await answer.json()) as T[]) {
        const change = changeOf(record)
        const init = { method: 'PUT', headers, body: JSON.stringify(change) }
        if (change) await fetch(`${baseUrl}/${table}/${record.id}`, init)
      }
    }
    return {
      async fetch(request) {
        const payload = (await request.json()) as { event: string }
        if (payload.event.startsWith(event)) await work()
        return new Response(null, { status: 204 })
      },
      resync: work,
    }
  }

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
  type PlannedCourse = { id: number; external_link: string | null; max_participants: number }
  /** Writes the link of each planned course, and the places that it read. */
  const links = (writesPlaces: boolean): Connect =>
    updates<PlannedCourse>('planned_courses', 'planned_course.', (read) => {
      const external_link = `https://lms.test/${read.id}`
      if (read.external_link === external_link) return undefined
      const { max_participants } = read
      return { external_link, ...(writesPlaces && { max_participants }) }
    })
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
  type User = Record<'first_name' | 'middle_name', string> & { id: number; label_ids: number[] }
  /** Writes a second name of each user, and the labels that it read. */
  const secondNames = (writesLabels: boolean): Connect =>
    updates<User>('users', 'user.updated', ({ first_name, middle_name, label_ids }) =>
      middle_name === first_name
        ? undefined
        : { middle_name: first_name, ...(writesLabels && { label_ids }) },
    )
  const { failures } = await explore(renamed, secondNames(true), options)
  expect(failures[0]).toMatchObject({ verdict: 'diverged' })
  expect(failures[0]?.difference.map(({ path }) => path)).toContain('rows.users 2.label_ids.0')
  const { failures: none } = await explore(renamed, secondNames(false), options)
  expect(none[0]?.reason).toContain('no choice point')
})
