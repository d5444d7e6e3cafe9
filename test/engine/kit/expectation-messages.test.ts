/** The messages of expectations that fail, and of negated ones that hold. `--update` records a wanted change. */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { beforeAll, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import {
  expectationSource,
  matchDelivered,
  matchNoInternalErrors,
  matchNoUnhandledCalls,
  matchReceived,
  matchRow,
} from '../../../src/engine/emulator/reports/expectations.ts'
import {
  evaluateExpectation,
  type MatchResult,
} from '../../../src/engine/kit/journal/match-result.ts'

let emulator: Emulator
beforeAll(async () => {
  emulator = createEmulator({ world: 'small-school', baseUrl: 'http://localhost/api/v1' })
  emulator.receiver({ url: 'https://app.test/hooks', answer: 204 })
  emulator.receiver({ url: 'https://app.test/down', answer: 503, events: ['user.deleted'] })
  const { headers } = emulator
  for (const path of ['/users?role=student', '/users/2', '/user', '/nothing'])
    await emulator.fetch(path, { headers })
  for (let i = 0; i < 12; i += 1) {
    const body = { first_name: `Mia ${i}`, last_name: 'Berg', email: `mia${i}@example.test` }
    await emulator.fetch('/users', { method: 'POST', headers, body: JSON.stringify(body) })
  }
  emulator.act.deleteUser({ user: 4 })
  emulator.act.deleteUser({ user: 5 })
  await emulator.settle()
  emulator.act.mergeUsers({ primary: 2, secondary: 3 })
})

type Match = (source: ReturnType<typeof expectationSource>) => MatchResult

const expectations: Readonly<Record<string, Match>> = {
  'a call that was not made': (source) => matchReceived(source, 'create_order'),
  'a call with another body': (source) =>
    matchReceived(source, 'create_user', { body: { first_name: 'Mia 3', last_name: 'Lund' } }),
  'a call with another status': (source) =>
    matchReceived(source, 'get_user_by_id', { params: { id: 2 }, status: 404 }),
  'calls of another number': (source) => matchReceived(source, 'create_user', { times: 3 }),
  'one call too few': (source) =>
    matchReceived(source, 'create_user', { body: { first_name: 'Mia 1' }, times: 2 }),
  'many calls': (source) => matchReceived(source, 'create_user', { status: 201 }),
  'no call, in fact': (source) => matchReceived(source, 'create_order', { times: 0 }),
  'a delivery that arrived': (source) => matchDelivered(source, 'user.deleted'),
  'a delivery that failed': (source) =>
    matchDelivered(source, 'user.deleted', { to: 'https://app.test/down' }),
  'a delivery with another payload': (source) =>
    matchDelivered(source, 'user.deleted', { payload: { event_data: { id: 6 } } }),
  'a delivery that is due': (source) => matchDelivered(source, 'user.merged'),
  'a delivery that is due, twice': (source) => matchDelivered(source, 'user.merged', { times: 2 }),
  'an event without a delivery': (source) => matchDelivered(source, 'order.created'),
  'a row': (source) => matchRow(source, 'users', { first_name: 'Mia 5' }),
  'a row with another value': (source) =>
    matchRow(source, 'users', { first_name: 'Mia 5', last_name: /^B.*k$/ }),
  'rows of another number': (source) => matchRow(source, 'courses', { times: 1 }),
  'calls without an operation': () => matchNoUnhandledCalls(contextOf(emulator)),
  'exceptions inside the emulator': () => matchNoInternalErrors(contextOf(emulator)),
}

test('the messages are the recorded ones', async () => {
  const blocks = Object.entries(expectations).map(([name, match]) => {
    const source = {
      ...expectationSource(contextOf(emulator)),
      recentEntries: (max: number) => [`<at most ${max} entries>`],
    }
    const { pass, isUndecided, message } = match(source)
    const result = isUndecided ? 'is undecided' : pass ? 'holds' : 'fails'
    const text = [message(), ...(isUndecided ? [`negated: ${message(true)}`] : [])].join('\n')
    return `${name}: ${result}\n${text}`
  })
  await expect(`${blocks.join('\n\n')}\n`).toMatchFileSnapshot('recorded/expectation-messages.txt')
})

/** An expectation for the number 1 among some numbers. */
const evaluate = (numbers: readonly number[], times?: number, undecided?: string) =>
  evaluateExpectation({
    subject: 'numbers',
    candidates: numbers.map((value) => ({ value })),
    expected: { value: 1 },
    times,
    ...(undecided !== undefined && { undecided }),
    line: ({ value }) => `the number ${value}`,
    recentEntries: () => [],
  })

test.each([
  [[], undefined, false],
  [[2], undefined, false],
  [[1], undefined, true],
  [[1, 1], undefined, true],
  [[], 0, true],
  [[1], 0, false],
  [[1], 1, true],
  [[1, 1], 1, false],
  [[1, 2, 1], 2, true],
  [[1], 2, false],
])('of %j, %s times: %s', (numbers, times, holds) => {
  const found = numbers.filter((each) => each === 1).length
  expect(evaluate(numbers, times).pass).toBe(holds)
  expect(evaluate(numbers, times)).not.toHaveProperty('isUndecided')
  // Another match can still come, unless there are too many already or one is enough.
  const isOpen = times === undefined ? found === 0 : found <= times
  const undecided = evaluate(numbers, times, 'more may come')
  expect([undecided.pass, undecided.isUndecided ?? false]).toEqual([!isOpen && holds, isOpen])
})

test.each([
  [[2], undefined, true],
  [[1, 2], 2, true],
  [[1, 2], 1, false],
])('of %j, %s times, a message shows the closest other one: %s', (numbers, times, isShown) => {
  const message = evaluate(numbers, times, 'more may come').message()
  expect(message.includes('the number 2')).toBe(isShown)
})

test.each([10, 11, 12])('of %i matches, a message lists ten and counts the rest', (count) => {
  const message = evaluate(Array.from({ length: count }, () => 1)).message()
  expect(message.split('\n').slice(1)).toEqual([
    ...Array.from({ length: 10 }, () => '  the number 1'),
    ...(count > 10 ? [`  … and ${count - 10} more, ${count} in all`] : []),
    'The journal is empty.',
  ])
})
