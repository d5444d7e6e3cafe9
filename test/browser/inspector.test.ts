/** The inspector in a browser: user actions and their results. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'
import { openInspector, runSampleStory, serverOfEachTest } from './inspector-page.ts'

const pages = pagesOfChromium()
const running = serverOfEachTest()
const { call } = running

const story = (): Promise<void> => runSampleStory(running.server)

async function visit(hash = '', options: Parameters<typeof pages.open>[0] = {}): Promise<Page> {
  return openInspector(pages, running.server, hash, {
    viewport: { width: 1280, height: 800 },
    ...options,
  })
}

describe('the clock', () => {
  test('shows the time and due tasks, and is moved by its buttons', async () => {
    await story()
    const page = await visit()
    const time = page.getByRole('timer')
    await expect.poll(() => time.innerText()).toContain('09:06:00')
    await page.getByText(/next in 4 min/).click()
    await page.getByLabel('Pending tasks').getByText('retry').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => time.innerText()).toContain('09:10:00')
    await page.getByRole('button', { name: '+5 min' }).click()
    await expect.poll(() => time.innerText()).toContain('09:15:00')
    await page.getByRole('button', { name: '+1 day' }).click()
    await expect.poll(() => time.innerText()).toContain('Tue, 6 Jan 2026')
    expect(running.server.emulator.now().toISOString()).toBe('2026-01-06T09:15:00.000Z')
  })

  test('is moved by the keyboard', async () => {
    const page = await visit()
    await page.keyboard.press('h')
    await expect.poll(() => page.getByRole('timer').innerText()).toContain('10:00:00')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    for (const key of ['d', 'n', 'Escape']) await page.keyboard.press(key)
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('5')
    await expect
      .poll(() => running.server.emulator.now().toISOString())
      .toMatch(/^2026-01-05T10:05/)
  })

  test('plays and stops', async () => {
    const page = await visit()
    await page.getByLabel('Speed').selectOption('3600')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByText('playing ×3,600').waitFor()
    await expect
      .poll(() => running.server.emulator.now().getTime())
      .toBeGreaterThan(Date.parse('2026-01-05T09:20:00.000Z'))
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('stopped').waitFor()
  })
})

describe('the timeline', () => {
  test('shows new entries, and highlights an entry with its effects on hover', async () => {
    const page = await visit()
    await page.getByText('The journal is empty').waitFor()
    await story()
    await page.getByRole('list', { name: 'Tracks' }).getByText('app.test/hooks').waitFor()
    const picture = page.getByRole('application')
    await page.getByRole('button', { name: 'By order' }).click()
    await picture.focus()
    await page.keyboard.press('Home')
    await page.getByRole('region', { name: /GET \/users\/1 → 200/ }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('region', { name: /GET \/nowhere → 404/ }).waitFor()
    await page.keyboard.press('ArrowRight')
    const act = page.getByRole('region', { name: 'delete user' })
    await act.getByText('Effects').waitFor()
    await page.keyboard.press('ArrowDown')
    await act.waitFor({ state: 'hidden' })
    await page.keyboard.press('ArrowUp')
    await act.waitFor()
    await act.getByRole('link', { name: /user\.deleted/ }).click()
    await page.getByRole('region', { name: 'user.deleted' }).getByText('Causes').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    expect(new URL(page.url()).hash).toBe('#/timeline')
  })

  test('shows a tooltip, zooms and pans', async () => {
    await story()
    const page = await visit()
    const box = await page.getByRole('application').boundingBox()
    if (!box) throw new Error('there is no picture')
    const track = page.getByRole('list', { name: 'Tracks' }).getByText('Requests')
    const { y, height } = (await track.boundingBox()) as { y: number; height: number }
    const seen = async (): Promise<string> => {
      for (let x = 0; x < box.width; x += 6) {
        await page.mouse.move(box.x + x, y + height / 2)
        const tip = page.locator('.tip')
        if (await tip.isVisible()) return tip.innerText()
      }
      return ''
    }
    expect(await seen()).toMatch(/GET \/users\/1 → 200|GET \/nowhere → 404/)
    await page.mouse.wheel(0, -600)
    await page.locator('.overview .window:not(.whole)').waitFor()
    await page.mouse.down()
    await page.mouse.move(box.x + 40, box.y + 80, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Fit' }).click()
    await page.locator('.overview .whole').waitFor()
  })
})

test('the overview of the timeline has the colours of its legend', async () => {
  await call('/users/1')
  await call('/nowhere')
  const page = await visit()
  await page.getByText('2 entries').waitFor()
  const painted = (severity: string): Promise<boolean> =>
    page.locator('.overview canvas').evaluate((element, name) => {
      const canvas = element as HTMLCanvasElement
      const context = canvas.getContext('2d') as CanvasRenderingContext2D
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      context.fillStyle = getComputedStyle(canvas).getPropertyValue(`--severity-${name}`)
      const [r, g, b] = (context.fillStyle.slice(1).match(/../g) ?? []).map((hex) =>
        parseInt(hex, 16),
      )
      return data.some((_, i) => data[i] === r && data[i + 1] === g && data[i + 2] === b)
    }, severity)
  await expect.poll(() => painted('refused')).toBe(true)
  expect(await painted('failed')).toBe(false)
})

test('the journal lists, filters and explains', async () => {
  await story()
  const page = await visit('#/journal')
  await page.getByRole('link', { name: /GET \/users\/1 → 200/ }).waitFor()
  await page.getByLabel('Kind').selectOption('problems')
  await expect.poll(() => page.getByRole('link', { name: /users\/1/ }).count()).toBe(0)
  await page.getByRole('link', { name: /GET \/nowhere → 404/ }).click()
  const panel = page.getByRole('region', { name: /nowhere/ })
  await panel.getByText('there is no operation GET /nowhere', { exact: true }).waitFor()
  await panel.getByRole('list').getByText('path.unknown').waitFor()
})

describe('tables', () => {
  test('are searched, and link rows to each other', async () => {
    const mia = running.server.emulator.given('users', { first_name: 'Mia', last_name: 'Zwart' })
    running.server.emulator.given('enrollments', 2, { student_id: mia.id })
    const page = await visit('#/tables')
    await page.getByRole('link', { name: /^users/ }).click()
    await page.getByRole('searchbox', { name: 'Search users' }).fill('zwart')
    await page.getByRole('row').filter({ hasText: 'Zwart' }).click()
    const row = page.getByRole('region', { name: 'Mia Zwart' })
    await row.getByRole('link', { name: /enrollments by student id/ }).click()
    await page
      .getByText(`Student id is ${mia.id}`)
      .or(page.getByText(`student id is ${mia.id}`))
      .waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    await page
      .getByRole('link', { name: /Mia Zwart/ })
      .first()
      .click()
    await row.waitFor()
    await row.getByRole('button', { name: 'As in the API' }).click()
    await row.getByText('"last_name": "Zwart"').waitFor()
  })

  test('are paginated and updated live', async () => {
    running.server.emulator.given('users', 60)
    const page = await visit('#/tables/users')
    const status = page.getByRole('status').filter({ hasText: '–' })
    await expect.poll(() => status.innerText()).toContain('1–50')
    await page.getByRole('button', { name: 'Next', exact: true }).last().click()
    await expect.poll(() => status.innerText()).toContain('51–68')
    running.server.emulator.given('users', { first_name: 'Late' })
    await page.getByText('Late', { exact: true }).waitFor()
  })
})

test('a rejected act is shown with the reason', async () => {
  expect(() => running.server.emulator.act.deleteUser({ user: 4711 })).toThrow(
    'user does not exist',
  )
  const page = await visit('#/journal')
  await page.getByLabel('Kind').selectOption('problems')
  const line = page.getByRole('link', { name: /acts delete user → refused: id does not exist/ })
  await line.locator('.severity-refused').waitFor()
})

test('a call outside the base URL is shown with its full URL and explained', async () => {
  await running.server.emulator.fetch(`${running.server.url}/elsewhere/users`)
  const page = await visit('#/journal')
  await page.getByRole('link', { name: /GET http:\/\/\S+\/elsewhere\/users → 403/ }).click()
  await page.getByText(/decided by auth\.refused/).waitFor()
})

describe('missing content', () => {
  test('a deleted row shows its last values and the cause of the deletion', async () => {
    await story()
    const page = await visit('#/tables/users/4')
    const panel = page.getByRole('region').filter({ hasText: 'users 4 · deleted' })
    await panel.getByText('This row was deleted at 2026-01-05 09:00:00').waitFor()
    await panel.getByText('first name', { exact: true }).waitFor()
    await panel.getByRole('link', { name: /of the journal/ }).click()
    await page.getByRole('region', { name: 'users 4 deleted' }).waitFor()
  })

  test.each([
    ['tables/users/4711', 'There is no row 4711 in users.'],
    ['journal/4711', 'There is no entry 4711: the journal is empty.'],
  ])('%s is reported in its panel', async (view, says) => {
    const page = await visit(`#/${view}`)
    await page.getByText(says, { exact: true }).waitFor()
    expect(await page.locator('.toast').innerText()).toBe('')
  })
})

test('an error message covers no content and closes with the view', async () => {
  running.server.emulator.given('users', 60)
  const page = await visit('#/tables/users')
  await page.route('**/clock', (route) => route.fulfill({ status: 422, json: refusal }))
  await page.getByRole('button', { name: '+5 min' }).click()
  const said = page.getByRole('status').filter({ hasText: 'too far' })
  await said.waitFor()
  await page.getByRole('button', { name: 'Next', exact: true }).last().click({ timeout: 5_000 })
  await page.getByRole('status').filter({ hasText: '51–' }).waitFor()
  expect(await said.isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Journal' }).click()
  await said.waitFor({ state: 'hidden' })
})

const refusal = { error: { code: 'bad_duration', message: 'Could not advance: too far.' } }

test('webhooks show attempts, signature and payload', async () => {
  await story()
  const page = await visit('#/webhooks')
  await page.getByRole('heading', { name: 'https://app.test/hooks' }).waitFor()
  await page.getByRole('link', { name: /user\.deleted/ }).click()
  const panel = page.getByRole('region', { name: 'user.deleted' })
  await panel.getByRole('button', { name: /attempt 2/ }).click()
  await panel.getByText('webhook-signature').waitFor()
  await panel.getByText('"event": "user.deleted"').waitFor()
})

test('a webhook shows its secret on request', async () => {
  await story()
  const page = await visit('#/webhooks')
  await page.getByRole('button', { name: 'show secret' }).click()
  const { emulator } = running.server
  const { secret } = emulator.receiver({ url: 'https://app.test/hooks', register: false })
  await page.getByText(secret as string).waitFor()
})

describe('the page', () => {
  test('loads no external resource, and forbids them in its CSP', async () => {
    const response = await fetch(running.server.inspector)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    const page = await pages.open()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    await page.goto(running.server.inspector)
    await page.getByText('live', { exact: true }).waitFor()
    expect([...new Set(asked)].filter((origin) => origin !== 'null')).toEqual([running.server.url])
  })

  test('reconnects after the connection breaks', async () => {
    const page = await visit()
    await page.context().setOffline(true)
    await call('/users/1')
    await page.context().setOffline(false)
    await page.getByText('1 entries').or(page.getByText('1 entry')).waitFor()
  })

  test('follows the color scheme of the system until the user selects one', async () => {
    const page = await visit('', { colorScheme: 'dark' })
    const background = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(await background()).toBe('rgb(20, 21, 23)')
    await page.getByRole('button', { name: /theme/ }).click()
    await expect.poll(background).toBe('rgb(250, 249, 246)')
  })
})
