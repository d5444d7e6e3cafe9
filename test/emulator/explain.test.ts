/** Why a response is as it is: for a response, over a header, and where nothing is known of it. */
import { createEmulator, EmulatorError } from 'course-admin-emulator'
import { expect as expectInTest, test as testWithNetwork } from 'course-admin-emulator/vitest'
import { describe, expect, test } from 'vitest'
import { send } from '../assumptions/probe.ts'

const empty = (options = {}) => createEmulator({ world: 'empty', ...options })

describe('an explanation', () => {
  test('names what decided a refusal, why it was assumed, and the other readings', async () => {
    const emulator = empty()
    const { id } = emulator.given('enrollments', { status: 'canceled' })
    const response = await send(emulator, 'PUT', `/enrollments/${id}/cancel`)
    const explanation = emulator.explain(response)
    expect(explanation).toMatchObject({
      request: `PUT /enrollments/${id}/cancel`,
      status: 422,
      operation: { id: 'cancel_enrollment_by_id', grade: 'documented' },
      because: 'status is canceled, so it cannot become canceled',
      decidedBy: 'enrollment.cancel.from',
      errors: { status: ['is canceled, so it cannot become canceled'] },
    })
    expect(explanation.behaviours[0]).toEqual({
      id: 'enrollment.cancel.from',
      grade: 'assumed',
      says: 'only a confirmed or active enrollment can be canceled; otherwise 422',
      because: 'the four states are documented; the transitions between them are not',
      otherwise: { alternative: 'canceling an enrollment again answers 200 and changes nothing' },
    })
    expect(String(explanation).split('\n').slice(0, 5)).toEqual([
      `PUT /enrollments/${id}/cancel -> 422: status is canceled, so it cannot become canceled`,
      '  operation cancel_enrollment_by_id (documented)',
      '  decided by enrollment.cancel.from (assumed): only a confirmed or active enrollment can be canceled; otherwise 422',
      '    because the four states are documented; the transitions between them are not',
      '    or "alternative": canceling an enrollment again answers 200 and changes nothing',
    ])
  })

  test('names the scopes that are missing, the flag that is off, the nearest operations', async () => {
    const emulator = empty()
    emulator.setFlags({ Departments: false })
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

  test('tells of the reading in force, and of those besides', async () => {
    const emulator = empty({ assumptions: { 'auth.refused': '401' } })
    const { status, behaviours } = emulator.explain(await emulator.fetch('/users'))
    expect(status).toBe(401)
    expect(behaviours[0]).toMatchObject({
      id: 'auth.refused',
      says: 'a missing, malformed or unknown token is answered with 401',
      otherwise: {
        default: 'a missing, malformed or unknown token is answered with 403',
        alternative: 'a missing, malformed or unknown token is answered with 404',
      },
    })
  })

  test('is given for what succeeded, and by the number of an entry', async () => {
    const emulator = empty()
    const explanation = emulator.explain(await send(emulator, 'GET', '/users'))
    expect(explanation.reason).toBeUndefined()
    expect(explanation.behaviours.map(({ id }) => id)).toContain('paging.size')
    expect(emulator.explain(explanation.entry)).toMatchObject({
      request: 'GET /users',
      status: 200,
    })
  })

  test('comes as a header, in ASCII, to those who ask for it', async () => {
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
      decidedBy: 'query.strict',
      errors: { né: ['is not a parameter of this operation'] },
      behaviours: expect.arrayContaining(['query.strict assumed', 'auth.bearer documented']),
    })
  })

  test('is refused for a response of somebody else', async () => {
    const emulator = empty()
    const foreign = await empty().fetch('/users')
    expect(() => emulator.explain(foreign)).toThrow(EmulatorError)
    expect(() => emulator.explain(foreign)).toThrow('this emulator gave no such response')
    expect(() => emulator.explain(17)).toThrow('the journal holds no request of this number')
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
      decidedBy: 'query.strict',
    })
  },
)

testWithNetwork('or by its header, for certain', async ({ emulator }) => {
  const headers = { ...emulator.headers, 'x-emulator-explain': '1' }
  const [first] = [await fetch(`${emulator.baseUrl}/users`, { headers })]
  await fetch(`${emulator.baseUrl}/users`, { headers })
  expectInTest(emulator.explain(first as Response).entry).toBe(1)
})
