/** The inspector in a browser: user actions and their results. */
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'
import { seriousViolations, runSampleStory, views } from './inspector-page.ts'

const pages = pagesOfChromium()
let server: EmulatorServer
beforeEach(async () => {
  server = await startServer({ port: 0, world: 'small-school', clock: 'virtual' })
})
afterEach(() => server.close())

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(server.baseUrl + path, { ...init, headers: server.emulator.headers })

const story = (): Promise<void> => runSampleStory(server)

async function visit(hash = '', options: Parameters<typeof pages.open>[0] = {}): Promise<Page> {
  const page = await pages.open({ viewport: { width: 1280, height: 800 }, ...options })
  await page.goto(server.inspector + hash)
  await page.getByText('live', { exact: true }).waitFor()
  return page
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
    expect(server.emulator.now().toISOString()).toBe('2026-01-06T09:15:00.000Z')
  })

  test('is moved by the keyboard', async () => {
    const page = await visit()
    await page.keyboard.press('h')
    await expect.poll(() => page.getByRole('timer').innerText()).toContain('10:00:00')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('plays and stops', async () => {
    const page = await visit()
    await page.getByLabel('Speed').selectOption('3600')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByText('playing ×3,600').waitFor()
    await expect
      .poll(() => server.emulator.now().getTime())
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

test('the journal lists, filters and explains', async () => {
  await story()
  const page = await visit('#/journal')
  await page.getByRole('link', { name: /GET \/users\/1 → 200/ }).waitFor()
  await page.getByLabel('Kind').selectOption('problems')
  await expect.poll(() => page.getByRole('link', { name: /users\/1/ }).count()).toBe(0)
  await page.getByRole('link', { name: /GET \/nowhere → 404/ }).click()
  const panel = page.getByRole('region', { name: /nowhere/ })
  await panel.getByText('no operation stands at GET /nowhere', { exact: true }).waitFor()
  await panel.getByRole('list').getByText('path.unknown').waitFor()
})

describe('tables', () => {
  test('are searched, and link rows to each other', async () => {
    const mia = server.emulator.given('users', { first_name: 'Mia', last_name: 'Zwart' })
    server.emulator.given('enrollments', 2, { student_id: mia.id })
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
    server.emulator.given('users', 60)
    const page = await visit('#/tables/users')
    const status = page.getByRole('status').filter({ hasText: '–' })
    await expect.poll(() => status.innerText()).toContain('1–50')
    await page.getByRole('button', { name: 'Next', exact: true }).last().click()
    await expect.poll(() => status.innerText()).toContain('51–68')
    server.emulator.given('users', { first_name: 'Late' })
    await page.getByText('Late', { exact: true }).waitFor()
  })
})

test('a rejected act is shown with the reason', async () => {
  expect(() => server.emulator.act.deleteUser({ user: 4711 })).toThrow('id does not exist')
  const page = await visit('#/journal')
  await page.getByLabel('Kind').selectOption('problems')
  const line = page.getByRole('link', { name: /acts delete user → refused: id does not exist/ })
  await line.locator('.severity-refused').waitFor()
})

test('a call to another address is shown with its full URL and explained', async () => {
  await server.emulator.fetch('https://example.org/users')
  const page = await visit('#/journal')
  await page.getByRole('link', { name: /GET https:\/\/example\.org\/users → 403/ }).click()
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
  server.emulator.given('users', 60)
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

describe('settings', () => {
  test('turn a flag off, and the next call is refused', async () => {
    const page = await visit('#/settings')
    await page.getByRole('switch', { name: 'Departments' }).click({ force: true })
    await expect.poll(() => server.emulator.flags.Departments).toBe(false)
    expect((await call('/departments')).status).toBe(404)
  })

  test('remove a scope from a token without showing the token', async () => {
    await call(`/users?key=${server.token}`)
    const page = await visit('#/settings')
    await page.getByRole('button', { name: /scopes/ }).click()
    await page.getByRole('button', { name: 'None' }).click()
    await expect.poll(async () => (await call('/users/1')).status).toBe(403)
    expect(await page.content()).not.toContain(server.token)
    await page.goto(`${server.inspector}#/journal`)
    await page.getByText('/users?key=course-a…').waitFor()
    expect(await page.content()).not.toContain(server.token)
  })
})

test.each(['no JSON', '[]'])('a file that contains %s is not a saved world', async (text) => {
  const page = await visit('#/snapshots')
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from(text) }
  await page.getByLabel('Load a world').setInputFiles(file)
  await page.getByText('Could not load notes.txt: it is not a saved world.').waitFor()
})

test('an assumption is switched to its alternative', async () => {
  await call('/users/1')
  const page = await visit('#/assumptions')
  await page.getByText(/relies on/).waitFor()
  await page.getByText('show all').click()
  await page.getByRole('searchbox').fill('create.status')
  await page.getByRole('switch', { name: /200/ }).click({ force: true })
  const body = JSON.stringify({ first_name: 'M', last_name: 'B', email: 'm@example.test' })
  await expect
    .poll(async () => (await call('/users', { method: 'POST', body })).status)
    .not.toBe(201)
})

test('snapshots are taken, compared, restored and forked', async () => {
  const page = await visit('#/snapshots')
  await page.getByLabel('Name of the snapshot').fill('all alive')
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  await page.getByText('No row differs.').waitFor()
  server.emulator.act.deleteUser({ user: 4 })
  await page.getByLabel('Comparison').getByText('−1').first().waitFor()
  await page.getByRole('button', { name: 'Fork', exact: true }).click()
  const fork = page.getByRole('link', { name: 'open the fork' })
  const url = new URL((await fork.getAttribute('href')) as string, page.url())
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(async () => (await call('/users/4')).status).toBe(200)
  await page.goto(`${url.href}#/tables/users/4`)
  await page.getByRole('region', { name: /./ }).first().waitFor()
})

describe('faults', () => {
  test('are created with a form, counted, drawn and ended', async () => {
    const page = await visit('#/faults')
    const form = page.getByRole('form', { name: 'New fault' })
    await form.getByLabel('Of what').fill('/users/*')
    await form.getByLabel('What goes wrong').selectOption('429 with Retry-After 60')
    await form.getByLabel('How often').fill('1')
    await form.getByRole('button', { name: 'Make it go wrong' }).click()
    await page.getByText('requests of /users/*, the first one').waitFor()
    expect((await call('/users/1')).status).toBe(429)
    expect((await call('/users/1')).status).toBe(200)
    await page.getByText('hit 1 of 2').waitFor()
    await page.getByRole('button', { name: /^End fault/ }).click()
    await page.getByText('Nothing goes wrong on purpose').waitFor()
    await page.getByRole('link', { name: 'Timeline' }).click()
    await page.getByRole('list', { name: 'Tracks' }).getByText('Faults').waitFor()
  })

  test('that are unknown are rejected with the nearest name', async () => {
    const page = await visit('#/faults')
    await page.getByLabel('Of what').fill('get_userz')
    await page.getByRole('button', { name: 'Make it go wrong' }).click()
    await page.getByText(/Did you mean "get_users"/).waitFor()
  })

  test('create an outage of the API', async () => {
    const page = await visit('#/faults')
    await page.getByLabel('Part').selectOption('the API')
    await page.getByRole('button', { name: 'Take it down' }).click()
    await expect.poll(async () => (await call('/users/1')).status).toBe(503)
    await page.keyboard.press('h')
    await expect.poll(async () => (await call('/users/1')).status).toBe(200)
  })
})

test('a scenario is selected, followed step by step, and shows its transcript at the end', async () => {
  const page = await visit('#/scenarios')
  const card = page.getByRole('region', { name: 'flag-switched-off', exact: true })
  await card.getByRole('button', { name: 'Play' }).click()
  const progress = page.getByRole('region', { name: 'Progress of flag-switched-off' })
  await progress.getByText('finished').waitFor()
  expect(await progress.getByRole('listitem').count()).toBeGreaterThan(0)
  await progress.getByText('Transcript').click()
  await progress.locator('pre').waitFor()
})

test('an act is performed with a form, and a rejection is shown', async () => {
  const page = await visit('#/acts')
  const form = page.getByRole('form', { name: 'delete user' })
  await form.getByLabel('id').fill('4711')
  await form.getByRole('button').click()
  await page.getByText('id does not exist').waitFor()
  await form.getByLabel('id').fill('4')
  await form.getByRole('button').click()
  await expect.poll(() => server.emulator.row('users', 4)).toBeUndefined()
})

describe('the form of an act', () => {
  const hooks = 'https://app.test/hooks'

  test('accepts a list of strings, and has a select for booleans', async () => {
    const page = await visit('#/acts')
    const form = page.getByRole('form', { name: 'register webhook' })
    await form.getByLabel('url').fill(hooks)
    await form.getByLabel('events').fill('user.merged, user.creatd')
    await form.getByLabel('active').selectOption('false')
    await form.getByRole('button').click()
    await form.getByText(/^“user\.creatd” is unknown. Known: user\./).waitFor()
    const registered = () => server.emulator.rows('webhooks').filter(({ url }) => url === hooks)
    expect(registered()).toEqual([])
    await form.getByLabel('events').fill('user.merged, user.created')
    await form.getByRole('button').click()
    await page.getByText('Done: register webhook.').waitFor()
    const events = ['user.merged', 'user.created']
    expect(registered()).toMatchObject([{ events, active: false }])
  })

  test('accepts objects as JSON and shows an example', async () => {
    const { id } = server.emulator.given('planned_courses')
    const page = await visit('#/acts')
    const form = page.getByRole('form', { name: 'plan meetings' })
    const meetings = form.getByLabel('meetings')
    const example = (await meetings.getAttribute('placeholder')) as string
    await form.getByLabel('planned course id').fill(String(id))
    await meetings.fill('1, 2')
    await form.getByRole('button').click()
    await form.getByText('This is not valid JSON. Expected a list: [ … ].').waitFor()
    await meetings.fill(example)
    await form.getByRole('button').click()
    await page.getByText('Done: plan meetings.').waitFor()
    const start_date_time = JSON.parse(example)[0].start_date_time
    expect(server.emulator.rows('meetings', { planned_course_id: id } as never)).toMatchObject([
      { start_date_time: expect.stringContaining(start_date_time.slice(0, 10)) },
    ])
  })

  test('shows the error at the field and sends no request', async () => {
    const page = await visit('#/acts')
    const form = page.getByRole('form', { name: 'merge users' })
    const primary = form.getByLabel('primary user id')
    await primary.fill('abc')
    await form.getByLabel('secondary user id').fill('3')
    await form.getByRole('button').click()
    await form.getByText('“abc” is not an id of users: ids are whole numbers.').waitFor()
    expect(await primary.getAttribute('aria-invalid')).toBe('true')
    expect(await primary.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(server.emulator.journal).toEqual([])
    await primary.fill('2')
    await form.getByRole('button').click()
    await expect.poll(() => server.emulator.row('users', 3)).toBeUndefined()
  })
})

describe('the page', () => {
  test('loads no external resource, and forbids them in its CSP', async () => {
    const response = await fetch(server.inspector)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    const page = await pages.open()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    await page.goto(server.inspector)
    await page.getByText('live', { exact: true }).waitFor()
    expect([...new Set(asked)].filter((origin) => origin !== 'null')).toEqual([server.url])
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

describe.each(['light', 'dark'] as const)(
  'in %s, axe finds no serious violation',
  (colorScheme) => {
    test.each(['tables', ...views])('in %s', async (view) => {
      await story()
      server.emulator.given('users', 5)
      const page = await visit(`#/${view}`, { colorScheme })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle').catch(() => undefined)
      expect(await seriousViolations(page)).toEqual([])
    })
  },
)
