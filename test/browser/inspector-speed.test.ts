/** The inspector's work in the page does not grow with 100,000 rows or with 10,000 entries, and its tasks are short. */
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'

const pages = pagesOfChromium()
const viewport = { width: 1280, height: 800 }

/** The processor time of all tasks of a page since its start, in seconds. */
async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

async function openMeasured(): Promise<{ page: Page; session: CDPSession }> {
  const page = await pages.open({ viewport })
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, session }
}

const serverWith = (users: number): Promise<EmulatorServer> =>
  startServer({
    port: 0,
    clock: 'virtual',
    world: { name: 'many', about: 'Many people.', size: 'none' as const, amounts: { users } },
  })

/** Opens the table of users, and returns the time of its tasks until the rows are visible. */
async function openUsers(server: EmulatorServer): Promise<{ page: Page; time: number }> {
  const { page, session } = await openMeasured()
  await page.goto(`${server.inspector}#/records/users`)
  await page.getByRole('row').nth(20).waitFor()
  return { page, time: await taskTime(session) }
}

test('100,000 rows: the page shows its rows with the work that 100 rows take', async () => {
  await using few = await serverWith(100)
  await using many = await serverWith(100_000)
  const last = many.emulator.given('users', { first_name: 'Zebedee', last_name: 'Quist' })
  // Note: the first page of a browser also compiles the scripts.
  await openUsers(few)
  const { time: timeOfFew } = await openUsers(few)
  const { page, time } = await openUsers(many)
  expect(time / timeOfFew).toBeLessThan(2)
  await page.getByRole('searchbox', { name: 'Search users' }).fill('quist zebedee')
  await page.getByRole('row').filter({ hasText: 'Zebedee' }).click()
  await page.getByRole('region', { name: 'Zebedee Quist' }).getByText(`users ${last.id}`).waitFor()
  expect(await page.getByRole('status').filter({ hasText: 'searched' }).innerText()).toMatch(
    /searched 100,00\d rows/,
  )
})

async function serverWithEntries(entries: number): Promise<EmulatorServer> {
  const rateLimit = { requestsPerWindowMax: 1_000_000 }
  const server = await startServer({ port: 0, clock: 'virtual', rateLimit })
  const { emulator } = server
  emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
  for (let i = 0; emulator.journal().length < entries; i += 1) {
    for (let j = 0; j < 150; j += 1) {
      await emulator.fetch(`/users/${(j % 320) + 1}`, { headers: emulator.headers })
    }
    const body = JSON.stringify({ first_name: 'M', last_name: 'B', email: `m${i}@example.test` })
    await emulator.fetch('/users', { method: 'POST', headers: emulator.headers, body })
    await emulator.advance('45s')
  }
  return server
}

/** Scrolls through the story, and returns the time of the tasks meanwhile. */
async function scrollStory(server: EmulatorServer, shown: RegExp): Promise<number> {
  const { page, session } = await openMeasured()
  await page.goto(server.inspector)
  await page.getByText(shown).waitFor()
  await page.locator('.seq-row').nth(10).waitFor()
  const before = await taskTime(session)
  await page.mouse.move(viewport.width / 2, viewport.height / 2)
  for (let i = 0; i < 60; i += 1) await page.mouse.wheel(0, -300)
  for (let i = 0; i < 60; i += 1) await page.mouse.wheel(0, 300)
  return (await taskTime(session)) - before
}

test('a row of the story keeps its text and its element while the list is scrolled', async () => {
  await using server = await serverWithEntries(1_000)
  const page = await pages.open({ viewport })
  await page.goto(server.inspector)
  const rows = page.locator('.seq-row')
  await rows.nth(40).waitFor()
  await page.locator('.rows-list').evaluate((list) => (list.scrollTop -= 520))
  await rows.nth(80).waitFor()
  await rows.evaluateAll(
    (all, count) =>
      all.slice(0, count).forEach((row) => ((row as HTMLElement).title = row.textContent)),
    80,
  )
  await page.locator('.rows-list').evaluate((list) => (list.scrollTop -= 1_040))
  await expect.poll(() => rows.first().getAttribute('title')).toBeNull()
  const marked = await page
    .locator('.seq-row[title]')
    .evaluateAll((all) => all.map((row) => row.textContent === (row as HTMLElement).title))
  expect(marked).toHaveLength(80)
  expect(marked).not.toContain(false)
})

test('10,000 entries: the story is scrolled with the work that 1,000 entries take', async () => {
  await using few = await serverWithEntries(1_000)
  await using many = await serverWithEntries(10_000)
  const timeOfFew = await scrollStory(few, /1,\d{3} entries/)
  const time = await scrollStory(many, /1\d,\d{3} entries/)
  expect(time / timeOfFew).toBeLessThan(3)
})

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** The processor time of the thread, in microseconds. */
  readonly tdur?: number
}

/** Records the tasks of the pages of a browser. The returned function ends it with the times of those of `session`. */
async function recordTasks(session: CDPSession): Promise<() => Promise<number[]>> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never[])))
  const includedCategories = ['toplevel', 'blink.user_timing']
  const traceConfig = { includedCategories, excludedCategories: ['*'] }
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  return async () => {
    // Note: the mark finds the thread of the page.
    await session.send('Runtime.evaluate', { expression: `performance.mark('this-page')` })
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    const own = events.find(({ name }) => name === 'this-page')
    return events
      .filter(({ pid, tid, ph }) => pid === own?.pid && tid === own.tid && ph === 'X')
      .map(({ tdur = 0 }) => tdur / 1_000)
  }
}

test('6,000 requests arrive: no task takes 100 ms of the processor, from the first one on', async () => {
  await using server = await startServer({
    port: 0,
    clock: 'virtual',
    rateLimit: { requestsPerWindowMax: 1_000_000 },
  })
  const { page, session } = await openMeasured()
  const end = await recordTasks(session)
  await page.goto(server.inspector)
  await page.getByText('live', { exact: true }).waitFor()
  const { emulator } = server
  const read = (_: unknown, i: number): Promise<Response> =>
    emulator.fetch(`/users/${(i % 320) + 1}`, { headers: emulator.headers })
  for (let i = 0; i < 6; i += 1) await Promise.all(Array.from({ length: 1_000 }, read))
  await page.getByText(/^6,\d{3} entries/).waitFor()
  const times = await end()
  expect(times.length).toBeGreaterThan(100)
  expect(Math.max(...times)).toBeLessThan(100)
})
