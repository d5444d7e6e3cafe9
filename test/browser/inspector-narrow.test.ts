/** The inspector on a phone: all controls are reachable. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'
import { runSampleStory, serverOfEachTest, views } from './inspector-page.ts'
import { showView } from './inspector-views-page.ts'

const pages = pagesOfChromium()
const running = serverOfEachTest()
beforeEach(async () => {
  await runSampleStory(running.server)
  running.server.emulator.given('users', 60)
})

const telephone = { width: 390, height: 844 }

async function visit(view: string, viewport = telephone): Promise<Page> {
  const page = await pages.open({ viewport, isMobile: true, hasTouch: true })
  await showView(page, running.server, view)
  return page
}

/** Whether an element can be tapped: it is visible and not covered. */
async function isInReach(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    // Note: content that fills its box can exceed it by part of a pixel.
    const isInSight = left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1
    return isInSight && (met === element || element.contains(met))
  })
}

test('every view is reached by its name, from every other', async () => {
  const page = await visit('story')
  const links = page.getByRole('navigation', { name: 'Views' }).getByRole('link')
  expect(await links.count()).toBe(views.length)
  for (const link of await links.all()) {
    expect(await isInReach(link)).toBe(true)
    await link.tap()
    await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
  }
})

test('the clock is moved by its buttons, which are large enough to tap', async () => {
  const page = await visit('story')
  const clock = page.getByRole('group', { name: 'Advance the clock' })
  const pressed = [...(await clock.getByRole('button').all()), clock.getByLabel('Speed')]
  for (const each of pressed) {
    expect(await isInReach(each)).toBe(true)
    expect((await each.boundingBox())?.height).toBeGreaterThanOrEqual(32)
  }
  await clock.getByRole('button', { name: 'Next' }).tap()
  await expect.poll(() => page.getByRole('timer').innerText()).toContain('09:10:00')
  await clock.getByRole('button', { name: '+1 day' }).tap()
  await expect.poll(() => page.getByRole('timer').innerText()).toContain('Tue, 6 Jan 2026')
})

test('the story has most of the screen, and no time lies on a lane', async () => {
  const page = await visit('story', { width: 400, height: 800 })
  const row = page.locator('.seq-row.entry')
  await row.first().waitFor()
  const list = await page.getByRole('region', { name: 'Sequence' }).boundingBox()
  expect(list?.y).toBeLessThan(270)
  const time = page.locator('.seq-row > time').last()
  const right = await time.evaluate((element) => element.getBoundingClientRect().right)
  expect(right).toBeLessThan((await row.locator('.lanes').first().boundingBox())?.x ?? 0)
})

test.each([
  { width: 320, url: 'https://lms.test/hooks/all' },
  { width: 400, url: 'https://learning.test/hooks/courses' },
  { width: 480, url: 'https://learning.example.test/hooks/course-admin' },
  { width: 320, url: 'https://learning.example.test/hooks/administration' },
])('the names of the lanes are whole at $width pixels', async ({ width, url }) => {
  const { emulator } = running.server
  emulator.receiver({ url })
  emulator.act.create('users')
  await emulator.settle()
  const page = await visit('story', { width, height: 800 })
  const heads = page.locator('.head')
  await expect.poll(() => heads.count()).toBe(5)
  const cut = await heads.evaluateAll((all) =>
    all
      .filter((head) => {
        const { right } = head.getBoundingClientRect()
        const text = head.firstElementChild as HTMLElement
        const isCut = text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth
        return isCut || right > innerWidth
      })
      .map((head) => head.textContent),
  )
  expect(cut).toEqual([])
})

test('eight receivers leave the words of the rows half of a narrow screen', async () => {
  const { emulator } = running.server
  for (let i = 0; i < 8; i += 1) emulator.receiver({ url: `https://app-${i}.test/hooks` })
  emulator.act.create('users')
  await emulator.settle()
  const page = await visit('story', { width: 400, height: 800 })
  await expect.poll(() => page.locator('.head').count()).toBe(9)
  const row = page.locator('.seq-row.entry').last()
  const lanes = await row.locator('.lanes').boundingBox()
  expect((lanes?.x ?? 0) + (lanes?.width ?? 400)).toBeLessThan(220)
})

test('the chosen table is in sight in the list of tables', async () => {
  const page = await visit('records/users', { width: 400, height: 800 })
  const link = page.getByRole('navigation', { name: 'Tables' }).locator('[aria-current]')
  await link.waitFor()
  await expect.poll(() => isInReach(link)).toBe(true)
})

test('the rows of a table scroll in their own box, in both directions', async () => {
  const page = await visit('records/users')
  const box = page.getByRole('region', { name: 'Rows' })
  await box.getByRole('row').nth(20).waitFor()
  const heading = page.getByRole('heading', { name: 'Users' })
  const before = await heading.boundingBox()
  const scrolled = await box.evaluate((element) => {
    element.scrollTo(10_000, 10_000)
    return { left: element.scrollLeft > 0, top: element.scrollTop > 0 }
  })
  expect(scrolled).toEqual({ left: true, top: true })
  expect(await heading.boundingBox()).toEqual(before)
  expect(await isInReach(box.getByRole('row').last().getByRole('cell').last())).toBe(true)
  await page.getByRole('button', { name: 'Next', exact: true }).last().tap()
  await page.getByRole('status').filter({ hasText: '51–' }).waitFor()
})

test('the detail panel covers the view and can be closed', async () => {
  const page = await visit('story')
  await page.getByRole('link', { name: /GET \/nowhere/ }).tap()
  const panel = page.getByRole('region', { name: /nowhere/ })
  await panel.getByText('there is no operation GET /nowhere').first().waitFor()
  expect(await panel.boundingBox()).toMatchObject({ x: 0, width: telephone.width })
  await panel.getByRole('button', { name: 'Close' }).tap()
  await panel.waitFor({ state: 'hidden' })
})
