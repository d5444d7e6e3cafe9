/** The validation of responses and events detects violations in any test. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { createCatalog, type CatalogOperation } from '../../../src/engine/model/catalog.ts'
import { resources } from '../../../src/service/resources/resource-list.ts'
import { createOpenApiValidator } from '../../support/openapi-validator.ts'
import { responseLog } from '../../support/response-log.ts'

const catalog = createCatalog(resources)
const described = createOpenApiValidator(catalog)
const operation = (id: string) => catalog.operations.get(id) as CatalogOperation

describe('a response', () => {
  const emulator = createEmulator({ world: 'small-school' })
  const user = { ...emulator.rows('users')[0] }
  const misfits = (body: object | null, status = 200) =>
    described
      .responseViolations(operation('get_user_by_id'), status, body && JSON.stringify(body))
      .join('; ')

  test('of the emulator is valid', () => {
    expect(misfits(user)).toBe('')
  })

  test.each([
    ['an unknown field', { ...user, shoe_size: 43 }, 'additionalProperty":"shoe_size'],
    ['no email', { ...user, email: undefined }, "must have required property 'email'"],
    ['no valid email', { ...user, email: 'mia' }, '/email must match format "email"'],
    ['null for a name', { ...user, last_name: null }, '/last_name must be string'],
    ['a moment in another form', { ...user, created_at: '2026-01-05T09:00:00Z' }, 'must match'],
    ['a list', [user], 'must be object'],
    ['no body', null, 'has no body'],
  ])('with %s is detected', (_, body, why) => {
    expect(misfits(body)).toContain(why)
  })

  test('with an undescribed status is detected', () => {
    expect(misfits(user, 201)).toContain('201 is not described')
    expect(misfits(user, 404)).toContain("must have required property 'errors'")
    expect(misfits({ errors: {}, code: 418, message: 'No.' }, 418)).toBe('')
  })

  test('with an undescribed body is detected', () => {
    const denied = operation('deny_order_by_id')
    expect(described.responseViolations(denied, 204, '{}')).toEqual(['has a body'])
    expect(described.responseViolations(denied, 204, null)).toEqual([])
  })
})

test('an undescribed event or payload is detected', () => {
  const text = (event_data: object) =>
    JSON.stringify({ event: 'label.deleted', educator: 'a', tenant_id: 'b', event_data })
  expect(described.eventViolations('label.deleted', text({ id: 7 }))).toEqual([])
  expect(described.eventViolations('label.deleted', text({ name: 'VIP' }))).not.toEqual([])
  expect(described.eventViolations('label.painted', text({ id: 7 }))).not.toEqual([])
})

describe('every response of an emulator in a test', () => {
  test('is validated', async () => {
    const emulator = createEmulator({ world: 'empty' })
    emulator.receiver({ url: 'https://app.test/hooks', answer: 204 })
    const before = responseLog.count()
    const body = JSON.stringify({ name: 'VIP', model_type: 'User' })
    await emulator.fetch('/labels', { method: 'POST', headers: emulator.headers, body })
    await emulator.fetch('/nonsense', { headers: emulator.headers })
    expect(await responseLog.takeViolations()).toEqual([])
    expect(responseLog.count() - before).toBe(3)
  })

  test('is reported if invalid, with its request', async () => {
    const emulator = createEmulator({ world: 'small-school' })
    contextOf(emulator).model.runWithoutEvents((tx) =>
      tx.update('users', 1, { email: 'no-address' }),
    )
    await emulator.fetch('/users/1', { headers: emulator.headers })
    expect((await responseLog.takeViolations()).join()).toContain(
      'GET /users/1 -> 200: /email must match',
    )
  })
})
