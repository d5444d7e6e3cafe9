/** The views of tables, notifications, snapshots and entries show what the emulator has, computed in another way. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { labelOf } from '../../../src/engine/control/views/row-relations.ts'
import { newCoverage, openSession, runStep } from '../../golden/session.ts'
import { endFaults } from '../../support/internals.ts'

/** The type of parsed JSON: the assertions check its shape. */
type Loose = ReturnType<typeof JSON.parse>

interface Target {
  readonly table: string
  readonly id: unknown
}

type Row = Readonly<Record<string, unknown>> & { readonly id: number | string }

let emulator: Emulator
let get: (path: string) => Promise<Loose>
let firstState: ReadonlyMap<string, readonly Row[]>
let tables: readonly Loose[]

const rowsNow = (): Map<string, readonly Row[]> =>
  new Map(
    [...contextOf(emulator).catalog.resources.keys()].map((name) => [
      name,
      [...contextOf(emulator).store.scan(name)] as readonly Row[],
    ]),
  )

beforeAll(async () => {
  const session = openSession(3, newCoverage())
  for (let step = 0; step < 60; step += 1) await runStep(session)
  emulator = session.emulator
  endFaults(emulator)
  await emulator.advance('2m')
  const handle = createHandler(emulator)
  get = async (path) => (await handle(new Request(`http://localhost/_emulator/${path}`))).json()
  await handle(new Request('http://localhost/_emulator/snapshots', { method: 'POST' }))
  firstState = rowsNow()
  tables = await get('tables')
  emulator.given('comments', 2)
  emulator.given('planned_courses', 6, { course_id: emulator.given('courses').id })
  const [mia, tom, zoe] = emulator.given('users', 3)
  emulator.given('enrollments', 101, { student_id: mia.id })
  emulator.act.mergeUsers({ primary: mia, secondary: tom })
  emulator.act.update('users', 1, { first_name: 'Mia' })
  emulator.act.deleteUser({ user: emulator.rows('users')[3] as never })
  emulator.act.deleteUser({ user: zoe })
  await emulator.settle()
})

const ofTable = (name: string): readonly Row[] => rowsNow().get(name) ?? []

/** The rows that a row references, by column. Other resources may also refer to it by a hidden column. */
const targetsOf = (table: string, row: Row, hidden = false): Record<string, Target[]> =>
  Object.fromEntries(
    contextOf(emulator)
      .catalog.columns(table)
      .filter(({ spec }) => hidden || !spec.hidden)
      .map(({ name, spec }) => {
        const via = spec.polymorphicTarget
        const target = via
          ? via.tables[String(row[via.field])]
          : (spec.target ?? spec.items?.spec.target)
        const ids = [row[name] ?? []].flat()
        return [name, target === undefined ? [] : ids.map((id) => ({ table: target, id }))]
      }),
  )

const labelIn = ({ names }: Loose, { table, id }: Loose): unknown => names[`${table} ${id}`]

test('around the story are the faults, with all webhooks that an outage hits, and what is pending', async () => {
  const stopped = createEmulator({ world: 'empty' })
  const { id } = stopped.given('webhooks', { url: 'https://app.test/hooks', active: true })
  stopped.outage({ of: 'webhooks', until: '1h' })
  const handle = createHandler(stopped)
  const response = await handle(new Request('http://localhost/_emulator/story-margins'))
  const { faults, pending } = await response.json()
  expect(faults).toMatchObject([{ id: 'fault-1', participants: [`receiver:${id}`] }])
  expect(pending).toEqual(JSON.parse(JSON.stringify(stopped.story().pending)))
  handle.close()
})

describe('tables', () => {
  test('a page has the rows without hidden fields, and the label of each row that it names', async () => {
    for (const table of tables) {
      const rows = ofTable(table.name)
      const page = await get(`tables/${table.name}?limit=500`)
      const columns = table.columns.map(({ name }: Loose) => name)
      expect([table.name, page.count, page.lookedAt, page.next]).toEqual([
        table.name,
        rows.length,
        rows.length,
        null,
      ])
      expect(page.rows).toEqual(
        rows.map((row) =>
          JSON.parse(
            JSON.stringify(Object.fromEntries(columns.map((name: string) => [name, row[name]]))),
          ),
        ),
      )
      for (const row of rows) {
        const named = Object.values(targetsOf(table.name, row)).flat()
        for (const each of [{ table: table.name, id: row.id }, ...named])
          if (ofTable(each.table).some(({ id }) => id === each.id))
            expect([each, typeof labelIn(page, each)]).toEqual([each, 'string'])
      }
    }
  })

  test('a row names the rows that it references, and those that reference it: the first five of each', async () => {
    const referrers = new Map<string, Map<string, unknown[]>>()
    for (const { name } of tables)
      for (const row of ofTable(name))
        for (const [field, targets] of Object.entries(targetsOf(name, row, true)))
          for (const to of targets) {
            const key = `${to.table} ${to.id}`
            const found = referrers.get(key) ?? new Map<string, unknown[]>()
            referrers.set(
              key,
              found.set(`${name}.${field}`, [...(found.get(`${name}.${field}`) ?? []), row.id]),
            )
          }
    for (const { name } of tables) {
      for (const row of ofTable(name).slice(0, 6)) {
        const view = await get(`rows/${name}/${row.id}`)
        expect(view.targets).toEqual(targetsOf(name, row))
        const found = [...(referrers.get(`${name} ${row.id}`) ?? [])].map(
          ([from, ids]) => `${from} ${ids.length}: ${ids.slice(0, 5)}`,
        )
        const shown = view.referrers.map((each: Loose) => {
          const first = each.first.map((to: Loose) => to.id)
          return `${each.table}.${each.field} ${each.count}: ${first}`
        })
        expect([name, row.id, shown.sort()]).toEqual([name, row.id, found.sort()])
      }
    }
  })

  test('a search finds the rows in which each word occurs', async () => {
    for (const table of tables) {
      const rows = (await get(`tables/${table.name}?limit=500`)).rows as Row[]
      const [sample] = rows
      const texts = Object.values(sample ?? {}).filter((value) => typeof value === 'string')
      for (const text of new Set(texts.map((each) => String(each).slice(0, 12)))) {
        const words = text.toLowerCase().split(/\s+/).filter(Boolean)
        const found = rows.filter((row) =>
          words.every((word) =>
            Object.values(row).some((value) =>
              (typeof value === 'string' ? value : JSON.stringify(value ?? ''))
                .toLowerCase()
                .includes(word),
            ),
          ),
        )
        const query = encodeURIComponent(text)
        const page = await get(`tables/${table.name}?limit=500&search=${query}`)
        expect([table.name, text, page.rows]).toEqual([table.name, text, found])
      }
    }
  })
})

test('webhooks count their notifications by status, and pages list all of them, newest first', async () => {
  const webhooks = await get('webhooks')
  expect(webhooks.map(({ active }: Loose) => active)).toEqual(
    webhooks.map(({ active }: Loose) => active).toSorted((a: boolean, b: boolean) => +b - +a),
  )
  for (const { counts, ...webhook } of webhooks) {
    const { id } = webhook
    const [row] = ofTable('webhooks').filter((each) => each.id === id)
    expect({ ...row, ...webhook }).toEqual(row)
    const all = ofTable('webhook_notifications').filter((each) => each['webhook_id'] === id)
    for (const [status, count] of Object.entries(counts)) {
      expect(count).toBe(all.filter((each) => each['status'] === status).length)
      const page = await get(`notifications?webhook=${id}&status=${status}&limit=500`)
      expect(page.notifications.every((each: Loose) => each.status === status)).toBe(true)
      expect(page.notifications).toHaveLength(Number(count))
    }
    const listed: unknown[] = []
    for (let next: number | null = 1e9; next !== null;) {
      const page: Loose = await get(`notifications?webhook=${id}&limit=2&before=${next}`)
      expect(page.notifications.length).toBeGreaterThan(all.length === 0 ? -1 : 0)
      listed.push(...page.notifications)
      next = page.next
    }
    const newestFirst = all.toSorted((a, b) => Number(b['number']) - Number(a['number']))
    expect(listed).toEqual(plain(newestFirst.map(summaryOf)))
    for (const each of all) expect(await get(`notifications/${each.id}`)).toEqual(plain(each))
  }
})

/** A notification without its payload, and its attempts without their headers. */
const summaryOf = ({ id, number, event, status, created_at, attempts }: Loose) => ({
  id,
  number,
  event,
  status,
  created_at,
  attempts: attempts.map(({ number, at, status, ended }: Loose) => ({ number, at, status, ended })),
})

const plain = (value: unknown): Loose => JSON.parse(JSON.stringify(value))

test('a comparison lists the rows that differ between two states, with their changed fields', async () => {
  const { tables: compared } = await get('compare?before=snapshot-1&after=now')
  const now = rowsNow()
  const expected = tables.flatMap(({ name, columns }) => {
    const [before, after] = [firstState.get(name) ?? [], now.get(name) ?? []]
    const ids = [...new Set([...before, ...after].map(({ id }) => id))]
    const rows = ids.flatMap((id) => {
      const [older, newer] = [before, after].map((rows) => rows.find((row) => row.id === id))
      if (JSON.stringify(older) === JSON.stringify(newer)) return []
      const change = !older ? 'created' : newer ? 'updated' : 'deleted'
      if (change !== 'updated') return [{ id, change }]
      const fields = columns
        .map((column: Loose) => column.name)
        .filter(
          (field: string) => JSON.stringify(older?.[field]) !== JSON.stringify(newer?.[field]),
        )
        .map((field: string) => [field, [older?.[field] ?? null, newer?.[field] ?? null]])
      return [{ id, change, fields: Object.fromEntries(fields) }]
    })
    const count = (change: string): number => rows.filter((row) => row.change === change).length
    if (rows.length === 0) return []
    const counts = {
      created: count('created'),
      updated: count('updated'),
      deleted: count('deleted'),
    }
    return [{ table: name, counts: [before.length, after.length], ...counts, rows }]
  })
  const shown = compared.map(({ rows, ...table }: Loose) => ({
    ...table,
    rows: rows
      .map(({ label, ...row }: Loose) => (expect(label).toEqual(expect.any(String)), row))
      .toSorted((a: Loose, b: Loose) => order(a.id, b.id)),
  }))
  expect(shown).toEqual(
    expected.map(({ rows, ...table }) => ({
      ...table,
      rows: rows.toSorted((a, b) => order(a.id, b.id)).slice(0, 100),
    })),
  )
  expect((await get('compare?before=now&after=now')).tables).toEqual([])
  expect((await get('compare')).tables).toEqual([])
})

const order = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0)

describe('entries', () => {
  test('the pages of lines are the whole journal', async () => {
    const whole = await get('story-lines')
    const numbers = emulator.journal().map(({ number }) => number)
    expect(whole.entries.map((each: Loose) => each.number)).toEqual(numbers)
    const first = numbers[0] ?? 0
    expect([whole.first, whole.last]).toEqual([first, numbers.at(-1)])
    for (const limit of [1, 7, numbers.length]) {
      const lines: unknown[] = []
      for (let before = numbers.length + first; before > first; before -= limit) {
        const page = await get(`story-lines?before=${before}&limit=${limit}`)
        lines.unshift(...page.entries)
      }
      expect(lines).toEqual(whole.entries)
    }
  })

  test('an entry has its causes, the first one first, and its effects', async () => {
    const { entries } = await get('story-lines')
    const byNumber = new Map<number, Loose>(entries.map((each: Loose) => [each.number, each]))
    for (const { number, cause } of entries.slice(-60)) {
      const view = await get(`entries/${number}`)
      const causes: unknown[] = []
      for (let each = byNumber.get(cause); each; each = byNumber.get(each.cause))
        causes.unshift(each)
      expect(view.causes).toEqual(causes)
      expect(view.effects.map((each: Loose) => each.number)).toEqual(
        entries.filter((each: Loose) => each.cause === number).map((each: Loose) => each.number),
      )
      expect(view.entry).toMatchObject(byNumber.get(number))
    }
  })

  test('a search finds each entry by the words of its title', async () => {
    const { entries } = await get('story-lines')
    for (const { number, title } of entries.slice(-20)) {
      const words = encodeURIComponent(String(title).toUpperCase())
      const { numbers, next } = await get(`story-search?text=${words}`)
      expect([title, numbers]).toEqual([title, expect.arrayContaining([number])])
      expect(next).toBeNull()
      expect(numbers.length).toBeLessThan(entries.length)
      expect((await get(`story-search?text=${words}&before=${number}`)).numbers).toEqual(
        numbers.filter((each: number) => each < number),
      )
    }
    expect((await get('story-search?text=zzzqqq')).numbers).toEqual([])
  })
})

describe('a limit', () => {
  const open = (many: Emulator) => {
    const handle = createHandler(many)
    return async (path: string): Promise<Loose> =>
      (await handle(new Request(`http://localhost/_emulator/${path}`))).json()
  }

  test.each([999, 1_000, 1_001])('of %i referrers, a row counts at most 1,000', async (count) => {
    const many = createEmulator({ world: 'empty' })
    const { id } = many.given('users')
    many.given('enrollments', count, { student_id: id })
    const { referrers } = await open(many)(`rows/users/${id}`)
    const [found] = referrers.filter(({ field }: Loose) => field === 'student_id')
    expect([found.count, found.first.length]).toEqual([Math.min(count, 1_000), 5])
  })

  test.each([49, 50, 51])('of %i pending tasks, the first 50 are listed', async (count) => {
    const many = createEmulator({ world: 'empty' })
    for (let i = 0; i < count; i += 1)
      many.receiver({ url: `https://app.test/${i}`, events: ['user.updated'], answer: 503 })
    many.act.update('users', many.given('users').id, { first_name: 'Mia' })
    await many.settle()
    const { soonest, count: all } = await open(many)('pending')
    expect([all, soonest.length]).toEqual([count, Math.min(count, 50)])
    expect(soonest).toEqual(plain(many.pending().slice(0, 50)))
  })
})

test('each table labels its rows with a name or another text', () => {
  const world = { name: 'labels', size: 'small' } as const
  const { store, catalog } = contextOf(createEmulator({ world }))
  const tablesByField: Record<string, string[]> = {}
  for (const name of [...catalog.resources.keys()].toSorted()) {
    for (const row of [...store.scan(name)].slice(0, 1) as Row[]) {
      const label = labelOf(row)
      const text = `${row['first_name']} ${row['last_name']}`
      const field = label === text ? 'first_name last_name' : fieldWith(row, label)
      ;(tablesByField[field] ??= []).push(name)
    }
  }
  expect(tablesByField).toMatchInlineSnapshot(`
    {
      "event": [
        "webhook_notifications",
      ],
      "first_name last_name": [
        "leads",
        "users",
      ],
      "name": [
        "accounts",
        "categories",
        "course_locations",
        "course_tabs",
        "course_variants",
        "courses",
        "credit_categories",
        "custom_associations",
        "departments",
        "discount_codes",
        "edition_description_sections",
        "educators",
        "invoice_items",
        "invoice_vats",
        "labels",
        "material_groups",
        "materials",
        "meeting_locations",
        "meetings",
        "organizations",
        "payment_methods",
        "payment_options",
        "planning_events",
        "program_editions",
        "program_elements",
        "programs",
        "referrals",
        "tasks",
        "teacher_roles",
      ],
      "none": [
        "affiliations",
        "api_keys",
        "attendances",
        "authentications",
        "catalog_products",
        "catalog_variants",
        "certificates",
        "comments",
        "credits",
        "custom_field_options",
        "custom_objects",
        "custom_records",
        "enrollments",
        "grades",
        "invoices",
        "order_items",
        "orders",
        "organization_accounts",
        "organization_affiliations",
        "planned_courses",
        "planning_materials",
        "program_enrollments",
        "program_personal_elements",
        "required_teacher_groups",
        "teacher_enrollments",
        "teachers",
      ],
      "title": [
        "custom_fields",
        "signup_questions",
        "theses",
      ],
      "url": [
        "webhooks",
      ],
    }
  `)
})

test('a label has at most 80 characters, and a row without a text has none', () => {
  expect(labelOf({ id: 1, name: 'x'.repeat(81) })).toBe('x'.repeat(80))
  expect(labelOf({ id: 1, name: '', code: 'c' })).toBe('c')
  expect(labelOf({ id: 1, first_name: 'Mia', last_name: null })).toBe('Mia')
  expect(labelOf({ id: 1, count: 5 })).toBe('')
})

const fieldWith = (row: Row, label: string): string =>
  label === '' ? 'none' : (Object.keys(row).find((name) => row[name] === label) ?? 'other')

test('a receiver over HTTP has no answer in this process, unless it is given one', async () => {
  const many = createEmulator({ world: 'empty' })
  const handle = createHandler(many)
  const post = async (body: object): Promise<void> => {
    const init = { method: 'POST', body: JSON.stringify(body) }
    const response = await handle(new Request('http://localhost/_emulator/receivers', init))
    expect(response.status).toBe(200)
  }
  await post({ url: 'https://app.test/elsewhere' })
  await post({ url: 'https://app.test/here', answer: 204 })
  many.act.deleteUser({ user: many.given('users') })
  await many.settle()
  const statuses = many.journal({ kind: 'answer' }).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([204, null])
  handle.close()
})

test('an entry that the journal dropped is unknown', async () => {
  const few = createEmulator({ world: 'empty', journalEntriesMax: 3 })
  for (let i = 0; i < 5; i += 1) await few.advance('1m')
  const handle = createHandler(few)
  for (const number of [0, 1, 2, 6]) {
    const response = await handle(new Request(`http://localhost/_emulator/entries/${number}`))
    expect([number, response.status, (await response.json()).error.message]).toEqual([
      number,
      404,
      `There is no entry ${number}: the journal holds 3 to 5.`,
    ])
  }
  expect((await handle(new Request('http://localhost/_emulator/entries/3'))).status).toBe(200)
  handle.close()
})
