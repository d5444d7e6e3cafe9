/** Explanations of a response: by response, by header, and for unknown responses. */
import { createEmulator, EmulatorError } from 'course-admin-emulator'
import { expect as expectInTest, test as testWithNetwork } from 'course-admin-emulator/vitest'
import { describe, expect, test } from 'vitest'
import { send } from '../../support/api-client.ts'

const empty = (options = {}) => createEmulator({ world: 'empty', ...options })

describe('an explanation', () => {
  test('names the behaviour behind a rejection, its reason and its alternatives', async () => {
    const emulator = empty()
    const { id } = emulator.given('enrollments', { status: 'canceled' })
    const response = await send(emulator, 'PUT', `/enrollments/${id}/cancel`)
    const explanation = emulator.explain(response)
    expect(explanation).toMatchObject({
      request: `PUT /enrollments/${id}/cancel`,
      status: 422,
      operation: { id: 'cancel_enrollment_by_id', grade: 'documented' },
      reason: 'status is canceled, so it cannot become canceled',
      decidedBy: 'enrollment.cancel.from',
      errors: { status: ['is canceled, so it cannot become canceled'] },
    })
    expect(explanation.behaviours[0]).toEqual({
      id: 'enrollment.cancel.from',
      grade: 'assumed',
      summary: 'only a confirmed or active enrollment can be canceled; otherwise 422',
      reason: 'the four states are documented; the transitions between them are not',
      alternatives: {
        alternative: 'canceling an enrollment again answers 200 and changes nothing',
      },
    })
    expect(String(explanation).split('\n').slice(0, 5)).toEqual([
      `PUT /enrollments/${id}/cancel -> 422: status is canceled, so it cannot become canceled`,
      '  decided by enrollment.cancel.from (assumed): only a confirmed or active enrollment can be canceled; otherwise 422',
      '    because the four states are documented; the transitions between them are not',
      '    or "alternative": canceling an enrollment again answers 200 and changes nothing',
      '  operation cancel_enrollment_by_id (documented)',
    ])
  })

  test.each([
    ['GET', '/enrolments', ['GET /enrollments']],
    ['GET', '/user/7', ['GET /users/{id}']],
    ['DELETE', '/users', ['GET /users', 'POST /users']],
    ['DELETE', '/webhook/7/notification', ['GET /webhooks/{webhook_id}/notifications']],
    ['GET', '/widgets', []],
    ['GET', '/foos/7', []],
    ['POST', '/a/b', []],
    ['GET', '/', []],
  ])('names the nearest known path of %s %s, if one is near', async (method, path, nearest) => {
    using emulator = createEmulator({ world: 'empty' })
    const { headers } = emulator
    const response = await emulator.fetch(path, { method, headers })
    expect(emulator.explain(response).nearest).toEqual(nearest)
  })

  test('names missing scopes, disabled flags and the nearest operations', async () => {
    const emulator = empty()
    emulator.flags({ Departments: false })
    const token = emulator.mintToken({ scopes: ['courses:read'] })
    const ask = async (path: string) =>
      emulator.explain(await send(emulator, 'GET', path, undefined, token))
    const [leads, departments, lost] = [
      await ask('/leads'),
      await ask('/departments'),
      await ask('/enrolments'),
    ]
    expect(leads.missingScopes).toEqual([['leads:read'], ['my_leads:read']])
    expect(leads.text).toContain('missing: leads:read, or my_leads:read')
    expect(departments).toMatchObject({ flagOff: 'Departments', decidedBy: 'flag.operation' })
    expect(lost.nearest).toEqual(['GET /enrollments'])
    expect(lost.operation).toBeUndefined()
  })

  test('names the fault that hit', async () => {
    const emulator = empty()
    const { id } = emulator.fault({ operation: 'get_users', with: { status: 503 } })
    const explanation = emulator.explain(await send(emulator, 'GET', '/users'))
    expect(explanation).toMatchObject({ status: 503, fault: id })
    expect(explanation.text).toContain(`hit by ${id}`)
  })

  test('states the selected alternative and the others', async () => {
    const emulator = empty({ assumptions: { 'auth.refused': '401' } })
    const { status, behaviours } = emulator.explain(await emulator.fetch('/users'))
    expect(status).toBe(401)
    expect(behaviours[0]).toMatchObject({
      id: 'auth.refused',
      summary: 'a missing, malformed or unknown token is answered with 401',
      alternatives: {
        default: 'a missing, malformed or unknown token is answered with 403',
        '404': 'a missing, malformed or unknown token is answered with 404',
      },
    })
  })

  test('is available for successful requests, and by entry number', async () => {
    const emulator = empty()
    const explanation = emulator.explain(await send(emulator, 'GET', '/users'))
    expect(explanation.reason).toBeUndefined()
    expect(explanation.behaviours.map(({ id }) => id)).toContain('paging.size')
    expect(emulator.explain(explanation.entry)).toMatchObject({
      request: 'GET /users',
      status: 200,
    })
  })

  test('is sent as an ASCII header on request', async () => {
    const emulator = empty()
    const ask = (headers: object) =>
      emulator.fetch('/users?né=1', { headers: { ...emulator.headers, ...headers } })
    expect((await ask({})).headers.get('x-emulator-explain')).toBeNull()
    const response = await ask({ 'x-emulator-explain': '1' })
    const line = response.headers.get('x-emulator-explain') as string
    expect(line).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(line)).toMatchObject({
      entry: 2,
      status: 400,
      operation: { id: 'get_users', grade: 'reference' },
      decidedBy: 'query.unknown',
      errors: { né: ['is not a parameter of this operation'] },
      behaviours: expect.arrayContaining(['query.unknown assumed', 'auth.bearer documented']),
    })
  })

  test('is rejected for a response of another emulator', async () => {
    const emulator = empty()
    const foreign = await empty().fetch('/users')
    expect(() => emulator.explain(foreign)).toThrow(EmulatorError)
    expect(() => emulator.explain(foreign)).toThrow('does not contain the response')
    expect(() => emulator.explain(17)).toThrow('does not contain a request with this number')
  })
})

testWithNetwork(
  'a response of an intercepted fetch is found by its address',
  async ({ emulator }) => {
    const { headers, baseUrl } = emulator
    await fetch(`${baseUrl}/users?per_page=2`, { headers })
    const refused = await fetch(`${baseUrl}/users?per_page=0`, { headers })
    expectInTest(emulator.explain(refused)).toMatchObject({
      status: 400,
      request: 'GET /users?per_page=0',
      decidedBy: 'query.per_page',
    })
  },
)

testWithNetwork('or by its header, for certain', async ({ emulator }) => {
  const headers = { ...emulator.headers, 'x-emulator-explain': '1' }
  const [first] = [await fetch(`${emulator.baseUrl}/users`, { headers })]
  await fetch(`${emulator.baseUrl}/users`, { headers })
  expectInTest(emulator.explain(first as Response).entry).toBe(1)
})
