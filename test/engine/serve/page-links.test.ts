/** The links of a page by cursor: which of `prev` and `next` it has, and rows with equal sort values. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { linkOf } from '../../support/page-walk.ts'

type User = ReturnType<typeof sortedUsers>[number]

interface SeenPage {
  readonly ids: readonly number[]
  readonly prev: string | undefined
  readonly next: string | undefined
}

async function pageAt(emulator: Emulator, path: string | undefined): Promise<SeenPage> {
  const response = await emulator.fetch(path as string, { headers: emulator.headers })
  const rows = (await response.json()) as { id: number }[]
  const [prev, next] = [linkOf(response, 'prev'), linkOf(response, 'next')]
  return { ids: rows.map(({ id }) => id), prev, next }
}

const cursorOf = (link: string | undefined): unknown =>
  link && JSON.parse(atob(new URL(link, 'https://api.test').searchParams.get('cursor') as string))

/** Creates users in groups of four with equal `created_at`, until there are `count`. */
function withUsers(count: number): Emulator {
  const emulator = createEmulator({ world: 'empty' })
  for (let i = emulator.rows('users').length; i < count; i += 1) {
    emulator.given('users', { created_at: `2026-01-0${1 + (i >> 2)}T10:00:00.000Z` })
  }
  return emulator
}

/** The users in the order of `created_at`, then of their ids. */
const sortedUsers = (emulator: Emulator) =>
  emulator
    .rows('users')
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id)

test.each(['', '&sort=created_at', '&sort=created_at:desc'])(
  'the first page has no prev link, the last page no next link, in both directions: "%s"',
  async (sort) => {
    const emulator = withUsers(6)
    const first = await pageAt(emulator, `/users?per_page=2${sort}`)
    const second = await pageAt(emulator, first.next)
    const third = await pageAt(emulator, second.next)
    expect([first.prev, third.next]).toEqual([undefined, undefined])
    const back = await pageAt(emulator, third.prev)
    expect(back.ids).toEqual(second.ids)
    expect((await pageAt(emulator, back.next)).ids).toEqual(third.ids)
    const start = await pageAt(emulator, back.prev)
    expect([start.ids, start.prev]).toEqual([first.ids, undefined])
    expect((await pageAt(emulator, start.next)).ids).toEqual(second.ids)
  },
)

test('a cursor contains the last row before next, and the first row after prev', async () => {
  const emulator = withUsers(6)
  const first = await pageAt(emulator, '/users?per_page=2&sort=created_at')
  const second = await pageAt(emulator, first.next)
  const [{ id: third, created_at }, fourth] = sortedUsers(emulator).slice(2) as [User, User]
  expect(second.ids).toEqual([third, fourth.id])
  expect(cursorOf(second.prev)).toEqual({ created_at, id: third, before: true })
  expect(cursorOf(second.next)).toEqual({ created_at: fourth.created_at, id: fourth.id })
})

test('a cursor of a row without a value of the sort field contains null and is accepted', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const { id: course } = emulator.given('planned_courses')
  const meetings = emulator.given('meetings', 3, { planned_course_id: course, name: null })
  const list = `/planned_courses/${course}/meetings?per_page=2&sort=name`
  const first = await pageAt(emulator, list)
  expect(cursorOf(first.next)).toEqual({ name: null, id: meetings[1]?.id })
  expect((await pageAt(emulator, first.next)).ids).toEqual([meetings[2]?.id])
})

test('rows with equal sort values are in the order of their ids, reversed with desc', async () => {
  const emulator = withUsers(8)
  const ids = sortedUsers(emulator).map(({ id }) => id)
  const ordered = async (sort: string, perPage: number): Promise<number[]> => {
    const seen: number[] = []
    let path: string | undefined = `/users?per_page=${perPage}&sort=${sort}`
    while (path !== undefined) {
      const page: SeenPage = await pageAt(emulator, path)
      seen.push(...page.ids)
      path = page.next
    }
    return seen
  }
  expect(await ordered('created_at', 3)).toEqual(ids)
  expect(await ordered('created_at:desc', 3)).toEqual(ids.toReversed())
})

test('rows with equal sort values below a record are in the order of their ids, reversed with desc', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const { id: course } = emulator.given('planned_courses')
  const ids = ['A', 'A', 'A', 'B', 'B'].map(
    (name) => emulator.given('meetings', { planned_course_id: course, name }).id,
  )
  const list = `/planned_courses/${course}/meetings?per_page=4&sort=name`
  for (const [path, expected] of [
    [list, ids],
    [`${list}:desc`, ids.toReversed()],
  ] as const) {
    const first = await pageAt(emulator, path)
    const second = await pageAt(emulator, first.next)
    expect([...first.ids, ...second.ids]).toEqual(expected)
    expect((await pageAt(emulator, second.prev)).ids).toEqual(first.ids)
  }
})

test('a page has no prev link after all rows before it were deleted', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const [one, two] = emulator.given('course_locations', 4)
  const first = await pageAt(emulator, '/course_locations?per_page=2')
  expect((await pageAt(emulator, first.next)).prev).toBeDefined()
  for (const each of [one, two]) emulator.act.remove('course_locations', each)
  const second = await pageAt(emulator, first.next)
  expect([second.ids.length, second.prev, second.next]).toEqual([2, undefined, undefined])
})

test('a page has no next link after all rows behind it were deleted', async () => {
  const emulator = createEmulator({ world: 'empty' })
  const [, , three, four] = emulator.given('course_locations', 4)
  const first = await pageAt(emulator, '/course_locations?per_page=2')
  const second = await pageAt(emulator, first.next)
  expect((await pageAt(emulator, second.prev)).next).toBeDefined()
  for (const each of [three, four]) emulator.act.remove('course_locations', each)
  const back = await pageAt(emulator, second.prev)
  expect([back.ids, back.prev, back.next]).toEqual([first.ids, undefined, undefined])
})

describe('a page whose rows were deleted', () => {
  const list = '/course_locations?per_page=2'

  test('links back to the current last page', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const locations = emulator.given('course_locations', 5)
    const second = await pageAt(emulator, (await pageAt(emulator, list)).next)
    emulator.act.remove('course_locations', locations[4])
    const third = await pageAt(emulator, second.next)
    expect(third.ids).toEqual([])
    expect((await pageAt(emulator, third.prev)).ids).toEqual([3, 4])
  })

  test('links to the current first page', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const locations = emulator.given('course_locations', 3)
    const second = await pageAt(emulator, (await pageAt(emulator, list)).next)
    for (const each of locations.slice(0, 2)) emulator.act.remove('course_locations', each)
    const first = await pageAt(emulator, second.prev)
    expect(first.ids).toEqual([])
    expect((await pageAt(emulator, first.next)).ids).toEqual([3])
  })
})
