/** The controls of the inspector in a browser: settings, snapshots, faults, scenarios and acts. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pagesOfChromium } from './chromium.ts'
import { openInspector, serverOfEachTest } from './inspector-page.ts'

const pages = pagesOfChromium()
const running = serverOfEachTest()
const { call } = running

async function visit(hash: string): Promise<Page> {
  return openInspector(pages, running.server, hash, { viewport: { width: 1280, height: 800 } })
}

describe('settings', () => {
  test('turn a flag off, and the next call is refused', async () => {
    const page = await visit('#/settings')
    await page.getByRole('switch', { name: 'Departments' }).click({ force: true })
    await expect.poll(() => running.server.emulator.flags().Departments).toBe(false)
    expect((await call('/departments')).status).toBe(404)
  })

  test('remove a scope from a token without showing the token', async () => {
    await call(`/users?key=${running.server.token}`)
    const page = await visit('#/settings')
    await page.getByRole('button', { name: /scopes/ }).click()
    await page.getByRole('button', { name: 'None' }).click()
    await expect.poll(async () => (await call('/users/1')).status).toBe(403)
    expect(await page.content()).not.toContain(running.server.token)
    await page.goto(`${running.server.inspector}#/story`)
    await page.getByText('/users?key=course-a…').waitFor()
    expect(await page.content()).not.toContain(running.server.token)
  })
})

test('a text that cannot be copied is shown', async () => {
  running.server.emulator.receiver({ url: 'https://app.test/hooks', secret: 'whsec_c2VjcmV0' })
  const page = await pages.open()
  // Note: a page on another host than this machine has no clipboard.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined }),
  )
  await page.goto(`${running.server.inspector}#/settings`)
  await page.getByRole('button', { name: 'Mint a token' }).click()
  await page.getByText('The token is minted.').waitFor()
  await page.getByRole('button', { name: 'copy the new token' }).click()
  await page.getByText(/^Could not copy the token: \S{20,}$/).waitFor()
  await page.goto(`${running.server.inspector}#/webhooks`)
  await page.getByRole('link', { name: 'app.test/hooks' }).click()
  await page.getByRole('button', { name: 'copy secret' }).click()
  await page.getByText('Could not copy the secret: whsec_c2VjcmV0').waitFor()
})

test.each(['no JSON', '[]'])('a file that contains %s is not a saved world', async (text) => {
  const page = await visit('#/settings')
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
  const page = await visit('#/settings')
  await page.getByLabel('Name of the snapshot').fill('all alive')
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  await page.getByText('No row differs.').waitFor()
  running.server.emulator.act.deleteUser({ user: 4 })
  await page.getByLabel('Comparison').getByText('−1').first().waitFor()
  await page.getByRole('button', { name: 'Fork', exact: true }).click()
  const fork = page
    .getByRole('listitem')
    .filter({ hasText: 'main-fork-1' })
    .getByRole('link', { name: 'Open' })
  const url = new URL((await fork.getAttribute('href')) as string, page.url())
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(async () => (await call('/users/4')).status).toBe(200)
  await page.goto(`${url.href}#/records/users/4`)
  await page.getByRole('region', { name: /./ }).first().waitFor()
})

test('a reset, a restore and a load are undone', async () => {
  const page = await visit('#/settings')
  const userStatus = async () => (await call('/users/4')).status
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('is undone').waitFor()
    await expect.poll(userStatus).toBe(404)
  }
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  await page.getByText('No row differs.').waitFor()
  const saved = Buffer.from(running.server.emulator.save())
  running.server.emulator.act.deleteUser({ user: 4 })
  await page.getByRole('button', { name: 'reset', exact: true }).click()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect.poll(userStatus).toBe(200)
  await undo()
  await page.getByRole('button', { name: 'Restore' }).first().click()
  await expect.poll(userStatus).toBe(200)
  await undo()
  const file = { name: 'world.json', mimeType: 'application/json', buffer: saved }
  await page.getByLabel('Load a world').setInputFiles(file)
  await expect.poll(userStatus).toBe(200)
  await undo()
})

test('an action that the emulator did not answer can be retried', async () => {
  const page = await visit('#/story')
  await page.route('**/_emulator/clock', (route) => route.abort())
  await page.getByRole('button', { name: '+1 h' }).click()
  await page.getByText('Could not reach the emulator').waitFor()
  await page.unroute('**/_emulator/clock')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => page.locator('.clock .time').innerText()).toBe('10:00:00')
})

test('a comparison falls back to the newest snapshot when its snapshot is deleted', async () => {
  const page = await visit('#/settings')
  const from = page.getByLabel('Comparison').getByLabel('From')
  for (const name of ['one', 'two']) {
    await page.getByLabel('Name of the snapshot').fill(name)
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await page.getByRole('listitem').filter({ hasText: name }).waitFor()
  }
  await from.selectOption('two')
  const two = page.getByRole('listitem').filter({ hasText: 'two' })
  await two.getByRole('button', { name: 'delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => two.count()).toBe(0)
  running.server.emulator.given('users')
  await page.getByLabel('Comparison').getByText('+1').first().waitFor()
  expect(await from.locator(':checked').innerText()).toBe('one')
  expect(await page.locator('.toast').innerText()).not.toContain('Could not')
})

test('a fork shows its token, and its story a call that reaches it', async () => {
  const page = await visit('#/settings')
  await page.getByRole('button', { name: 'Fork now' }).click()
  const fork = page.getByRole('listitem').filter({ hasText: 'main-fork-1' })
  const link = fork.getByRole('link', { name: 'Open' })
  const url = new URL((await link.getAttribute('href')) as string, page.url())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await fork.getByRole('button', { name: 'copy its token' }).click()
  await page.getByRole('status').filter({ hasText: 'in the clipboard' }).waitFor()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  expect(token).toMatch(/^main-fork-1~/)
  const answer = await fetch(`${running.server.baseUrl}/users/1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([answer.status, running.server.emulator.journal()]).toEqual([200, []])
  await call('/users/1')
  await fetch(`${running.server.inspector}reset`, {
    method: 'POST',
    headers: { 'x-emulator-instance': 'main-fork-1' },
  })
  await page.goto(`${url.href}#/story`)
  await page.getByRole('button', { name: 'Send a call' }).click()
  await page.getByRole('status').filter({ hasText: 'The call is in the clipboard' }).waitFor()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  const [, authorization = '', address = ''] = /'authorization: (.*)' '(.*)'/i.exec(command) ?? []
  expect((await fetch(address, { headers: { authorization } })).status).toBe(200)
  await page.getByRole('link', { name: /GET \/users/ }).waitFor()
})

describe('faults', () => {
  test('are created with a form, counted, drawn and ended', async () => {
    const page = await visit('#/faults')
    const form = page.getByRole('form', { name: 'New fault' })
    await form.getByLabel('Of what').fill('/users/*')
    await form.getByLabel('Effect').selectOption('429 with Retry-After 60')
    await form.getByLabel('How often').fill('1')
    await form.getByRole('button', { name: 'Add fault' }).click()
    await page.getByText('requests of /users/*, the first one').waitFor()
    await page.getByText('no hit yet').waitFor()
    const link = page.getByRole('link', { name: 'Faults' })
    await expect.poll(() => link.innerText()).toMatch(/1\s*active/)
    expect((await call('/users/1')).status).toBe(429)
    expect((await call('/users/1')).status).toBe(200)
    await page.getByText('1 of 1 hit, in 2 requests').waitFor()
    await page.getByText('over', { exact: true }).waitFor()
    await expect.poll(() => link.innerText()).toBe('Faults')
    await page.getByRole('button', { name: /^Remove fault/ }).click()
    await page.getByText('No faults').waitFor()
    await page.getByRole('link', { name: 'Story' }).click()
    await page
      .getByRole('link', { name: /GET \/users\/1/ })
      .first()
      .waitFor()
  })

  test('that are unknown are rejected with the nearest name', async () => {
    const page = await visit('#/faults')
    await page.getByLabel('Of what').fill('get_userz')
    await page.getByRole('button', { name: 'Add fault' }).click()
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
  const page = await visit('#/act')
  const card = page.getByRole('region', { name: 'flag-switched-off', exact: true })
  await card.getByRole('button', { name: 'Run' }).click()
  const progress = page.getByRole('region', { name: 'Progress of flag-switched-off' })
  await progress.getByText('finished').waitFor()
  expect(await progress.getByRole('listitem').count()).toBeGreaterThan(0)
  await progress.getByText('Transcript').click()
  await progress.locator('pre').waitFor()
})

test('a scenario that runs is shown again after another view', async () => {
  const page = await visit('#/act')
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/scenarios/flag-switched-off', async (route) => {
    await released
    await route.continue()
  })
  const address = page.getByLabel('Webhook address of your integration')
  await page.getByRole('region', { name: 'flag-switched-off' }).getByRole('button').click()
  await address.fill('http://127.0.0.1:4999/hooks')
  await page.getByRole('link', { name: 'Story' }).click()
  await page.getByRole('heading', { name: 'Story', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Act' }).click()
  const progress = page.getByRole('region', { name: 'Progress of flag-switched-off' })
  await progress.getByText('running …').waitFor()
  expect(await page.getByRole('button', { name: 'Run', exact: true }).last().isDisabled()).toBe(
    true,
  )
  expect(await address.inputValue()).toBe('http://127.0.0.1:4999/hooks')
  release()
  await progress.getByText('finished').waitFor()
})

test('an act is performed with a form, and a rejection is shown', async () => {
  const page = await visit('#/act')
  const form = page.getByRole('form', { name: 'delete user' })
  await form.getByLabel('id').fill('4711')
  await form.getByRole('button').click()
  await page.getByText('id does not exist').waitFor()
  await form.getByLabel('id').fill('4')
  await form.getByRole('button').click()
  await expect.poll(() => running.server.emulator.row('users', 4)).toBeUndefined()
})

describe('the form of an act', () => {
  const hooks = 'https://app.test/hooks'

  test('accepts a list of strings, and has a select for booleans', async () => {
    const page = await visit('#/act')
    const form = page.getByRole('form', { name: 'register webhook' })
    await form.getByLabel('url').fill(hooks)
    await form.getByLabel('events').fill('user.merged, user.creatd')
    await form.getByLabel('active').selectOption('false')
    await form.getByRole('button').click()
    await form.getByText(/^“user\.creatd” is unknown. Known: user\./).waitFor()
    const registered = () =>
      running.server.emulator.rows('webhooks').filter(({ url }) => url === hooks)
    expect(registered()).toEqual([])
    await form.getByLabel('events').fill('user.merged, user.created')
    await form.getByRole('button').click()
    await page.getByText('Done: register webhook.').waitFor()
    const events = ['user.merged', 'user.created']
    expect(registered()).toMatchObject([{ events, active: false }])
  })

  test('accepts objects as JSON and shows an example', async () => {
    const { id } = running.server.emulator.given('planned_courses')
    const page = await visit('#/act')
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
    expect(
      running.server.emulator.rows('meetings', { planned_course_id: id } as never),
    ).toMatchObject([{ start_date_time: expect.stringContaining(start_date_time.slice(0, 10)) }])
  })

  test('shows the error at the field and sends no request', async () => {
    const page = await visit('#/act')
    const form = page.getByRole('form', { name: 'merge users' })
    const primary = form.getByLabel('primary user id')
    await primary.fill('abc')
    await form.getByLabel('secondary user id').fill('3')
    await form.getByRole('button').click()
    await form.getByText('“abc” is not an id of users: ids are whole numbers.').waitFor()
    expect(await primary.getAttribute('aria-invalid')).toBe('true')
    expect(await primary.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(running.server.emulator.journal()).toEqual([])
    await primary.fill('2')
    await form.getByRole('button').click()
    await expect.poll(() => running.server.emulator.row('users', 3)).toBeUndefined()
  })
})
