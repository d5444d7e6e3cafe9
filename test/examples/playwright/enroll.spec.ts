import { expect, type RemoteEmulator, test } from 'course-admin-emulator/playwright'
import type { Page } from '@playwright/test'

test.use({ emulatorUrl: 'http://127.0.0.1:4310', emulatorOptions: { world: 'small-school' } })

async function openPage(page: Page, emulator: RemoteEmulator): Promise<number> {
  const mia = await emulator.given('users', { first_name: 'Mia' })
  const { baseUrl, token } = emulator
  const query = new URLSearchParams({ api: baseUrl, token, user: String(mia.id) })
  await page.goto(`/?${query}`)
  return mia.id
}

for (const round of [1, 2, 3]) {
  test(`a student enrolls, in a world of its own (${round})`, async ({ page, emulator }) => {
    const id = await openPage(page, emulator)
    await page.getByRole('button', { name: 'Enroll' }).first().click()
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
