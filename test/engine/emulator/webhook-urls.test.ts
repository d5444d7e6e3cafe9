/** An expectation of deliveries to a URL that no webhook has is refused, without the secrets of URLs. */
import { expect, test } from 'vitest'
import { assertWebhookUrl } from '../../../src/engine/emulator/reports/calls-and-deliveries.ts'

const url = 'https://app.test/hooks'
const secret = `${url}?token=abc123`

test.each([undefined, url, expect.any(String)])('%j is accepted', (to) => {
  expect(() => assertWebhookUrl('user.deleted', { to }, [url])).not.toThrow()
})

test.each([
  [`${url}/2`, [url], `${url}/2`, url],
  [`${url}/2?token=abc123`, [secret], `${url}/2?token=[redacted]`, `${url}?token=[redacted]`],
])('%s is not one of %j', (to, urls, shown, known) => {
  const check = (): void => assertWebhookUrl('user.deleted', { to }, urls)
  expect(check).toThrow(
    expect.objectContaining({
      code: 'unknown_webhook',
      message: `Could not match deliveries of user.deleted: there is no webhook "${shown}". Did you mean "${known}"?`,
    }),
  )
})
