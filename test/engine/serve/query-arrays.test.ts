/** Arrays in a query: their forms, their order, and the sorting by several fields. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { idsAt, linkOf } from '../../support/page-walk.ts'

const small = (): Emulator => createEmulator({ world: 'small-school' })

async function statusOf(emulator: Emulator, path: string): Promise<number> {
  return (await emulator.fetch(path, { headers: emulator.headers })).status
}

describe('an array in a query', () => {
  test('is read in the order of its indices', async () => {
    const emulator = small()
    const [sorted] = await idsAt(emulator, '/catalog/products?sort=position:desc&sort=id:asc')
    const path = '/catalog/products?sort[1]=id:asc&sort[0]=position:desc'
    expect((await idsAt(emulator, path))[0]).toEqual(sorted)
    const [reversed] = await idsAt(
      emulator,
      '/catalog/products?sort[1]=position:desc&sort[0]=id:asc',
    )
    expect(reversed).not.toEqual(sorted)
  })

  test('names the parameter in a form that an alternative refuses', async () => {
    const emulator = createEmulator({
      world: 'empty',
      assumptions: { 'query.arrays': 'refused' } as never,
    })
    const response = await emulator.fetch('/users?id[]=1', { headers: emulator.headers })
    expect(response.status).toBe(400)
    const { errors } = (await response.json()) as { errors: Record<string, string[]> }
    expect(Object.entries(errors)).toEqual([['id[]', [expect.stringMatching(/\S/)]]])
  })

  test('sorts records with equal values by the next field, on all pages', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const { id } = emulator.given('planned_courses')
    const times = {
      start_date_time: '2026-02-02T09:00:00.000Z',
      end_date_time: '2026-02-02T10:00:00.000Z',
    }
    const made = ['b', 'a', 'c'].map((name) =>
      emulator.given('meetings', { planned_course_id: id, name, ...times }),
    )
    const list = `/planned_courses/${id}/meetings?sort[]=start_date_time&per_page=2`
    const walk = async (path: string): Promise<number[]> => {
      const [found, response] = await idsAt(emulator, path)
      const next = linkOf(response, 'next')
      return next ? [...found, ...(await walk(next))] : found
    }
    const [b, a, c] = made.map((meeting) => meeting.id)
    expect(await walk(`${list}&sort[]=name`)).toEqual([a, b, c])
    expect(await walk(`${list}&sort[]=name:desc`)).toEqual([c, b, a])
  })

  test('sorts by each field in its own direction, and equal records by id in the last one', async () => {
    const emulator = createEmulator({ world: 'empty' })
    const { id } = emulator.given('planned_courses')
    const meetingOn = (day: number, name: string): number =>
      emulator.given('meetings', {
        planned_course_id: id,
        name,
        start_date_time: `2026-02-0${day}T09:00:00.000Z`,
        end_date_time: `2026-02-0${day}T10:00:00.000Z`,
      }).id
    const [b, a, twin, late] = [
      meetingOn(2, 'b'),
      meetingOn(2, 'a'),
      meetingOn(2, 'a'),
      meetingOn(3, 'a'),
    ]
    const sortedBy = async (first: string, second: string): Promise<number[]> => {
      const query = `sort[]=start_date_time:${first}&sort[]=name:${second}`
      return (await idsAt(emulator, `/planned_courses/${id}/meetings?${query}`))[0]
    }
    expect(await sortedBy('desc', 'asc')).toEqual([late, a, twin, b])
    expect(await sortedBy('asc', 'desc')).toEqual([b, twin, a, late])
  })

  test.each(['email[]=a', 'email[0]=a', 'sort[a]=created_at', 'sort[0][0]=created_at', '[]=a'])(
    '%s is an unknown parameter',
    async (query) => {
      const emulator = small()
      expect(await statusOf(emulator, `/users?${query}`)).toBe(400)
      expect(emulator.journal().at(-1)).toMatchObject({ decidedBy: 'query.unknown' })
    },
  )

  test('keeps its brackets in the link to the next page', async () => {
    const emulator = createEmulator()
    const plain = '/enrollments?per_page=2&status=active&status=confirmed'
    const brackets = '/enrollments?per_page=2&status[]=active&status[]=confirmed'
    const [, first] = await idsAt(emulator, brackets)
    const [, expectedFirst] = await idsAt(emulator, plain)
    const [second] = await idsAt(emulator, linkOf(first, 'next') as string)
    const [expected] = await idsAt(emulator, linkOf(expectedFirst, 'next') as string)
    expect(second).toEqual(expected)
  })
})
