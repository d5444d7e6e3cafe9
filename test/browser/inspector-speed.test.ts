/** The speed of the inspector with 100,000 rows and with 10,000 entries. */
import { startServer } from 'course-admin-emulator/server'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'

const pages = pagesOfChromium()
const viewport = { width: 1280, height: 800 }

const firstPaintMs = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const painted = (): PerformanceEntry | undefined =>
      performance.getEntriesByName('first-contentful-paint')[0]
    while (!painted()) await new Promise((resolve) => requestAnimationFrame(resolve))
    return painted()?.startTime as number
  })

test('100,000 rows: the page and its rows are painted within a second', async () => {
  const world = { name: 'many', about: 'Many people.', size: 'none' as const }
  await using server = await startServer({
    port: 0,
    clock: 'virtual',
    world: { ...world, amounts: { users: 100_000 } },
  })
  const last = server.emulator.given('users', { first_name: 'Zebedee', last_name: 'Quist' })
  const page = await pages.open({ viewport })
  await page.goto(`${server.inspector}#/tables/users`)
  expect(await firstPaintMs(page)).toBeLessThan(1_000)
  await page.getByRole('row').nth(1).waitFor()
  expect(await page.evaluate(() => performance.now())).toBeLessThan(2_000)
  await page.getByRole('searchbox', { name: 'Search users' }).fill('quist zebedee')
  await page.getByRole('row').filter({ hasText: 'Zebedee' }).click()
  await page.getByRole('region', { name: 'Zebedee Quist' }).getByText(`users ${last.id}`).waitFor()
  expect(await page.getByRole('status').filter({ hasText: 'searched' }).innerText()).toMatch(
    /searched 100,00\d rows/,
  )
})

test('10,000 entries: no task takes longer than 100 ms while the timeline is panned', async () => {
  const rateLimit = { requestsPerWindowMax: 1_000_000 }
  await using server = await startServer({ port: 0, clock: 'virtual', rateLimit })
  const { emulator } = server
  emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
  for (let i = 0; emulator.journal.length < 10_000; i += 1) {
    for (let j = 0; j < 150; j += 1) {
      await emulator.fetch(`/users/${(j % 320) + 1}`, { headers: emulator.headers })
    }
    const body = JSON.stringify({ first_name: 'M', last_name: 'B', email: `m${i}@example.test` })
    await emulator.fetch('/users', { method: 'POST', headers: emulator.headers, body })
    await emulator.advance('45s')
  }
  const page = await pages.open({ viewport })
  await page.goto(server.inspector)
  const picture = page.getByRole('application')
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await page.getByText(/1\d,\d{3} entries/).waitFor()
  const box = await picture.boundingBox()
  if (!box) throw new Error('there is no picture')
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(globalThis, { tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
  })
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  for (let i = 0; i < 6; i += 1) await page.mouse.wheel(0, -200)
  for (const distance of [400, -400, 300, -300]) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + distance, y, { steps: 60 })
    await page.mouse.up()
  }
  const longest = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return Math.max(0, ...(globalThis as never as { tasks: number[] }).tasks)
  })
  expect(longest).toBeLessThan(100)
})
