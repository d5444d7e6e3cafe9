/** The severities and titles of journal entries, as the inspector shows them. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { answerKind } from '../../../src/engine/journal/kinds/answer.ts'
import { clockKind } from '../../../src/engine/journal/kinds/clock.ts'
import { requestKind } from '../../../src/engine/journal/kinds/request.ts'
import { restoreKind } from '../../../src/engine/journal/kinds/restore.ts'
import { secondAnswerKind } from '../../../src/engine/journal/kinds/second-answer.ts'

const context = { urlOf: () => undefined, effectText: () => '' }

test.each([
  [null, 'failed', 'failed'],
  [199, 'failed', '199'],
  [200, 'ok', '200'],
  [299, 'ok', '299'],
  [300, 'failed', '300'],
])('an answer with status %s is %s, with the outcome "%s"', (status, severity, outcome) => {
  const entry = { status, error: 'socket closed' } as never
  expect([answerKind.severity(entry), answerKind.outcome?.(entry)]).toEqual([severity, outcome])
  expect(secondAnswerKind.severity(entry)).toBe(severity)
})

test('a kind without a severity is plain', () => {
  expect(restoreKind.severity({} as never)).toBe('plain')
})

test.each([
  [{}, 'plain'],
  [{ status: null }, 'plain'],
  [{ status: 399 }, 'ok'],
  [{ status: 400 }, 'refused'],
  [{ status: 499 }, 'refused'],
  [{ status: 500 }, 'failed'],
  [{ status: 200, fault: 'f1' }, 'fault'],
])('a request with %j is %s', (details, severity) => {
  expect(requestKind.severity(details as never)).toBe(severity)
})

const fault = 'fault-1'

test.each([
  [{}, {}, undefined, ' -> no response', 'Under way'],
  [
    { waitsUntil: '2026-01-05T23:59:59.000Z' },
    {},
    undefined,
    ' -> no response, answer waits until 23:59:59',
    'Under way: the answer waits until 2026-01-05 23:59:59',
  ],
  [
    { waitsUntil: '2026-01-06T00:00:00.000Z' },
    {},
    undefined,
    ' -> no response, answer waits until 2026-01-06 00:00:00',
    'Under way: the answer waits until 2026-01-06 00:00:00',
  ],
  [{ status: null }, {}, 'no response', ' -> no response', 'No response'],
  [
    { status: null, fault, reason: 'the connection was reset' },
    {},
    'no response',
    ' -> no response: the connection was reset',
    'No response by fault-1: the connection was reset',
  ],
  [{ status: 399 }, {}, '399', ' -> 399', 'Answered 399'],
  [
    { status: 200, fault, body: '{"name":"Mia"}' },
    { durationMs: 1_039 },
    '200',
    ' {"name":"Mia"} -> 200',
    'Answered 200 by fault-1 after 1 s 39 ms',
  ],
  [
    { status: 400, reason: 'no', decidedBy: 'body.form' },
    { durationMs: 0 },
    '400',
    ' -> 400: no',
    'Refused with 400 after 0 s: no; the behaviour body.form decides it',
  ],
  [
    { status: 503, fault, reason: fault },
    {},
    '503',
    ' -> 503: fault-1',
    'Refused with 503 by fault-1',
  ],
])('a request with %j and %j', (details, facts, outcome, end, why) => {
  const entry = { at: '2026-01-05T09:00:00.000Z', method: 'GET', path: '/users', ...details }
  expect(requestKind.outcome(entry as never)).toBe(outcome)
  expect(requestKind.sentence(entry as never, context)).toBe(`GET /users${end}`)
  expect(requestKind.why(entry as never, { ...context, ...facts })).toBe(why)
})

test('an entry of a request does not contain the exchange that usage and stories read', async () => {
  const emulator = createEmulator({ world: 'empty' })
  await emulator.fetch('/users', { headers: emulator.headers })
  const [entry = {}] = emulator.journal().filter(({ kind }) => kind === 'request')
  expect(entry).toMatchObject({ path: '/users', status: 200 })
  expect(Object.keys(entry)).not.toContain('exchange')
  expect(emulator.usage().calls).toBe(1)
})

test('an advance of the clock shows its start and end, and the rate of a played clock', () => {
  const entry = { from: 0, to: 60_000 }
  const times = '1970-01-01 00:00:00 → 1970-01-01 00:01:00'
  expect(clockKind.title(entry as never, context)).toBe(`clock moved: ${times}`)
  const played = { ...entry, rate: 60 } as never
  expect(clockKind.title(played, context)).toBe(`clock played at ×60: ${times}`)
})

test('the title of a restore is its sentence alone', () => {
  expect(restoreKind.title({} as never, context)).toBe('back to a snapshot')
})
