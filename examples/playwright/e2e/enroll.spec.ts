import { expect, type RemoteEmulator, test } from 'course-admin-emulator/playwright'
import type { Page } from '@playwright/test'

test.use({ emulatorUrl: 'http://127.0.0.1:4310', emulatorOptions: { world: 'small-school' } })

/** Opens the page of a course with one date, signed in as a new user. */
async function openCourse(page: Page, emulator: RemoteEmulator): Promise<number> {
  const mia = await emulator.given('users', { first_name: 'Mia' })
  const course = await emulator.given('courses', { is_published: true })
  await emulator.given('planned_courses', { course_id: course.id, start_date: '+2w' })
  const { baseUrl, token } = emulator
  const query = new URLSearchParams({ api: baseUrl, token, user: String(mia.id) })
  await page.goto(`/?${query}#/courses/${course.id}`)
  return mia.id
}

for (const round of [1, 2, 3]) {
  test(`a student enrolls, in a world of its own (${round})`, async ({ page, emulator }) => {
    const id = await openCourse(page, emulator)
    await page.getByRole('button', { name: 'Enroll' }).click()
    await expect(page.getByRole('status')).toHaveText('You are enrolled.')
    await expect(page.locator('#enrollments li')).toHaveCount(1)

    const response = await emulator.fetch(`/enrollments?student_id=${id}`)
    expect(await response.json()).toHaveLength(1)
    const { counts } = await emulator.control<{ counts: { users: number } }>('GET', 'state')
    expect(counts.users).toBe(9)
  })
}

test('a token without the scope shows the refusal', async ({ page, emulator }) => {
  const token = await emulator.mintToken({ scopes: ['courses:read'] })
  await page.goto(`/?api=${emulator.baseUrl}&token=${token}&user=1`)
  await expect(page.getByRole('status')).toHaveText('The service answered 403.')
})

test('matchers read the instance of the test', async ({ page, emulator }) => {
  const id = await openCourse(page, emulator)
  await page.getByRole('button', { name: 'Enroll' }).click()
  await expect(page.getByRole('status')).toHaveText('You are enrolled.')
  await expect(emulator).toHaveReceived('create_order', { status: 201 })
  await expect(emulator).toHaveRow('enrollments', { student_id: id, times: 1 })
})

test('a call that no operation answers fails the test', async ({ emulator }) => {
  test.fail()
  await emulator.fetch('/courzes')
})

/** Calls the service as an app with the base URL of another version does. */
async function callOtherVersion(page: Page, { baseUrl }: RemoteEmulator): Promise<void> {
  await page.goto('/')
  const url = `${baseUrl.replace('/v1', '/v2')}/users`
  await page.evaluate(async (wrong) => void (await fetch(wrong).catch(() => undefined)), url)
}

test('a request of the page with a wrong base URL fails the test', async ({ page, emulator }) => {
  test.fail()
  await callOtherVersion(page, emulator)
})

test.describe('with onUnhandledRequest: bypass', () => {
  test.use({ emulatorOptions: { world: 'small-school', onUnhandledRequest: 'bypass' } })
  test('a request with another path is not reported', async ({ page, emulator }) => {
    await callOtherVersion(page, emulator)
  })
})

let preparations = 0
test.describe('with prepared data', () => {
  test.describe.configure({ mode: 'serial' })
  test.use({
    emulatorOptions: {
      world: 'small-school',
      async prepare(emulator) {
        preparations += 1
        await emulator.given('users', 2, { first_name: 'Tom' })
      },
    },
  })
  for (const round of [1, 2]) {
    test(`each test starts from the prepared state (${round})`, async ({ emulator }) => {
      await expect(emulator).toHaveRow('users', { first_name: 'Tom', times: 2 })
      await emulator.given('users', { first_name: 'Tom' })
      expect(preparations).toBe(1)
    })
  }
})
