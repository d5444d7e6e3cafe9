/** Laws of the records of generated worlds: calls of the API can reach them. Read through the public methods. */
import { createEmulator, type Emulator, type EmulatorOptions } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { propertyTimes } from '../../support/property-runs.ts'
import { worldStarts } from '../../support/world-starts.ts'

type Table = Parameters<Emulator['rows']>[0]
type Identified =
  | 'courses'
  | 'orders'
  | 'categories'
  | 'discount_codes'
  | 'meetings'
  | 'planned_courses'
  | 'planning_events'
type Rows<N extends Table> = ReturnType<typeof rowsOf<N>>

const rowsOf = <N extends Table>(emulator: Emulator, table: N) => emulator.rows(table)

const seeds = [1, 2, 3, 4, 5, 6, 7, 8]
const scaled = { world: 'small-school', scale: 20 } as const
const cases = [
  ...seeds.map((seed) => ({ world: 'small-school', seed }) as const),
  ...seeds.map((seed) => ({ world: 'training-company', seed }) as const),
  ...seeds.map((seed) => ({ ...scaled, seed }) as const),
  // Note: this world takes minutes, so further seeds are for `npm run test:properties`.
  ...seeds.slice(0, propertyTimes).map((seed) => ({ world: 'large-university', seed }) as const),
  ...worldStarts.map((start) => ({ world: 'training-company', seed: 1, start }) as const),
  ...(['nl', 'en', 'de'] as const).flatMap((locale) =>
    seeds.map((seed) => ({ world: 'demo', seed, locale }) as const),
  ),
]

/** The Easter Sundays in the time of the worlds. */
const easterSundays =
  '2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21 2031-04-13'

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Dutch public holidays. King's Day is a day earlier if it falls on a Sunday. */
const holidays = new Set(
  easterSundays.split(' ').flatMap((easter) => {
    const kingsDay = `${easter.slice(0, 4)}-04-27`
    return [
      ...['01-01', '05-05', '12-25', '12-26'].map((day) => easter.slice(0, 5) + day),
      ...[-2, 0, 1, 39, 49, 50].map((days) => dayAfter(easter, days)),
      new Date(kingsDay).getUTCDay() === 0 ? dayAfter(kingsDay, -1) : kingsDay,
    ]
  }),
)

const groupBy = <T>(rows: Iterable<T>, keyOf: (row: T) => unknown): Map<unknown, T[]> => {
  const groups = new Map<unknown, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** Returns the rows that are older than the row before them. */
const inverted = <T extends object>(rows: readonly T[], timeOf: (row: T) => string): T[] =>
  rows.filter((row, i) => i > 0 && timeOf(row) < timeOf(rows[i - 1] as T))

/** The number of days that a text such as "Half a day" or "3 days" states, in each language. */
function daysOf(duration: string | null): number {
  if (/^(Half a day|Een halve dag|Ein halber Tag)$/.test(duration ?? '')) return 0.5
  return Number(/^([1-6]) (?:days?|dag(?:en)?|Tage?)$/.exec(duration ?? '')?.[1])
}

const hoursOf = (row: { start_date_time: string; end_date_time: string }): number =>
  (Date.parse(row.end_date_time) - Date.parse(row.start_date_time)) / 3_600_000

describe.each(cases)(
  '$world, seed $seed, start $start, locale $locale',
  // Note: the largest world has a million rows.
  { timeout: 300_000 },
  (options: EmulatorOptions) => {
    const emulator = createEmulator(options)
    const blocks = options.world === 'large-university' ? 50 : (options.scale ?? 1)
    const known = new Map<string, unknown>()
    const all = <N extends Table>(table: N): Rows<N> => {
      if (!known.has(table)) known.set(table, rowsOf(emulator, table))
      return known.get(table) as Rows<N>
    }
    const index = <N extends Identified>(table: N): Map<number | null, Rows<N>[number]> =>
      new Map(all(table).map((row) => [row.id, row]))
    const none = (rows: readonly unknown[]) => expect(rows.slice(0, 3)).toEqual([])
    const tables = [...contextOf(emulator).catalog.resources.keys()]
    const live = () => all('enrollments').filter(({ status }) => status !== 'canceled')

    test('an active order has a place for each item and student', () => {
      const taken = new Set([
        ...live().map((row) => `${row.order_id} ${row.student_id}`),
        ...all('program_enrollments')
          .filter(({ state }) => state === 'confirmed')
          .map((row) => `${row.order_id} ${row.student_id}`),
      ])
      const active = all('orders').filter(({ status }) => status === 'active')
      none(active.filter(({ number_of_students }) => number_of_students === 0))
      none(
        active.filter(({ id, order_items: items }) =>
          items.some(({ student_id }) => !taken.has(`${id} ${student_id}`)),
        ),
      )
    })

    test('a place that was ordered belongs to an item of an active order', () => {
      const orders = index('orders')
      const ordered = [...live(), ...all('program_enrollments')].filter(({ order_id }) => order_id)
      none(
        ordered.filter(({ order_id, student_id }) => {
          const order = orders.get(order_id)
          return (
            order?.status !== 'active' ||
            !order.order_items.some((item) => item.student_id === student_id)
          )
        }),
      )
    })

    test('ids ascend with the time of creation', () => {
      for (const table of tables) {
        const rows = all(table as 'users')
        if (typeof rows[0]?.id !== 'number' || !('created_at' in rows[0])) continue
        const byId = rows.toSorted((a, b) => a.id - b.id)
        expect([table, ...inverted(byId, ({ created_at }) => created_at).slice(0, 2)]).toEqual([
          table,
        ])
      }
    })

    test('the numbers of orders and invoices ascend with the time of creation', () => {
      const byNumber = all('orders').toSorted((a, b) => a.number - b.number)
      none(inverted(byNumber, ({ created_at }) => created_at))
      const opened = all('invoices').filter(({ number }) => number.startsWith('INV-'))
      none(
        inverted(
          opened.toSorted((a, b) => a.number.localeCompare(b.number, 'en', { numeric: true })),
          // The blocks of a scaled world share the numbers of a day.
          ({ created_at }) => (blocks === 1 ? created_at : created_at.slice(0, 10)),
        ),
      )
    })

    test('the newest grade of an enrollment is the latest', () => {
      const grades = groupBy(all('grades'), (row) => `${row.gradeable_type} ${row.gradeable_id}`)
      none(
        all('enrollments').filter(({ id, grade }) => {
          const own = grades.get(`Enrollment ${id}`) ?? []
          return own.some(({ created_at }) => created_at > (grade?.created_at ?? ''))
        }),
      )
    })

    test('a discount code shows how often orders use it', () => {
      const uses = groupBy(all('orders'), ({ discount_code }) => discount_code)
      const codes = index('discount_codes')
      none(
        [...codes.values()].filter(
          (row) => row.usage_count !== (uses.get(row.discount_code)?.length ?? 0),
        ),
      )
      none([...codes.values()].filter((row) => row.usage_count > (row.max_usage ?? Infinity)))
      const names = new Set([...codes.values()].map(({ discount_code }) => discount_code))
      none(
        all('orders').filter(
          ({ discount_code: code, total_discount }) =>
            (code !== null && !names.has(code)) || (code === null) !== (total_discount === null),
        ),
      )
      if (all('orders').length > 100) expect(uses.size).toBeGreaterThan(3)
    })

    test('no person is in two meetings at once', () => {
      const meetings = groupBy(all('meetings'), (row) => row.planned_course_id)
      const { store } = contextOf(emulator)
      const [meetingById, eventById] = [index('meetings'), index('planning_events')]
      const slots = [
        ...live().flatMap(({ student_id, planned_course_id }) =>
          (meetings.get(planned_course_id) ?? []).map((meeting) => ({
            who: student_id,
            from: meeting.start_date_time,
            until: meeting.end_date_time,
          })),
        ),
        ...all('planning_attendees').map((row) => {
          const slot =
            row.attendable_type === 'Meeting'
              ? meetingById.get(row.attendable_id)
              : eventById.get(row.attendable_id)
          const who = store.get('teachers', row.teacher_id)?.['user_id']
          return { who, from: slot?.start_date_time ?? '', until: slot?.end_date_time ?? '' }
        }),
      ]
      for (const own of groupBy(slots, ({ who }) => who).values()) {
        const inOrder = own.toSorted((a, b) => a.from.localeCompare(b.from))
        none(inOrder.filter((slot, i) => i > 0 && slot.from < (inOrder[i - 1]?.until ?? '')))
      }
    })

    test('no meeting is on a weekend or a public holiday', () => {
      const weekend = ({ start_date_time: time }: { start_date_time: string }) =>
        [0, 6].includes(new Date(time).getUTCDay())
      none(all('meetings').filter(weekend))
      none(all('meetings').filter((row) => holidays.has(row.start_date_time.slice(0, 10))))
    })

    test('meetings follow the duration that the course states', () => {
      const [courses, planned] = [index('courses'), index('planned_courses')]
      const meetings = groupBy(all('meetings'), (row) => row.planned_course_id)
      none(all('courses').filter(({ duration }) => !(daysOf(duration) >= 0.5)))
      none(
        [...planned.values()].filter(({ id, course_id }) => {
          const days = daysOf(courses.get(course_id)?.duration ?? null)
          const own = meetings.get(id) ?? []
          const dates = new Set(own.map((row) => row.start_date_time.slice(0, 10)))
          const isFull = own.every((row) => (days < 1 ? hoursOf(row) <= 4 : hoursOf(row) > 4))
          return dates.size !== Math.max(1, days) || own.length !== dates.size || !isFull
        }),
      )
    })

    test('about a fifth of the orders have 2 to 8 students, and none has more', () => {
      const sizes = all('orders').map(({ number_of_students }) => number_of_students)
      none(sizes.filter((size) => size < 1 || size > 8))
      if (sizes.length < 100) return
      const groups = sizes.filter((size) => size > 1)
      expect(groups.length / sizes.length).toBeGreaterThan(0.14)
      expect(groups.length / sizes.length).toBeLessThan(0.26)
      expect(new Set(groups).size).toBe(7)
    })

    test('the level of a course agrees with its category', () => {
      const categories = index('categories')
      none(all('categories').filter(({ name }) => /beginner|basic|advanced|expert/iu.test(name)))
      const allowed: Readonly<Record<string, readonly (string | null)[]>> = {
        'for Beginners': ['Basic'],
        'for Professionals': ['Intermediate', 'Advanced'],
        'in Depth': ['Advanced'],
        Refreshers: [null],
      }
      none(
        all('courses').filter(({ category_id, level }) => {
          const { name = '' } = categories.get(category_id) ?? {}
          return Object.entries(allowed).some(
            ([suffix, levels]) => name.includes(suffix) && !levels.includes(level),
          )
        }),
      )
    })

    test('most courses have a price, and for some it is still to be determined', () => {
      const courses = all('courses')
      none(
        courses.filter(
          ({ cost, cost_scheme: scheme }) =>
            (cost === null) !== (scheme === 'free' || scheme === 'tbd'),
        ),
      )
      if (options.world === 'small-school') return
      expect(courses.filter(({ cost }) => cost !== null).length / courses.length).toBeGreaterThan(
        0.6,
      )
      expect(courses.filter(({ cost_scheme: scheme }) => scheme === 'tbd')).not.toEqual([])
    })

    test('the texts of comments differ, and fit the type of their record', () => {
      const texts = groupBy(all('comments'), ({ content }) => content)
      none([...texts.values()].filter((rows) => rows.length > blocks))
      none(
        [...texts.values()].filter(
          (rows) => new Set(rows.map(({ commentable_type: type }) => type)).size > 1,
        ),
      )
    })
  },
)
