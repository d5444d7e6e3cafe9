/** Filters of the journal: by kind, subject, time and cause. */
import { createEmulator, type JournalFilter } from 'course-admin-emulator'
import { beforeAll, describe, expect, test } from 'vitest'

const emulator = createEmulator({ world: 'empty' })
const { headers } = emulator

beforeAll(async () => {
  const [mia, double] = emulator.given('users', 2)
  emulator.receiver({ url: 'https://app.test/hooks', events: ['user.merged', 'user.updated'] })
  emulator.act.mergeUsers({ primary: mia, secondary: double }) // 1 to 3
  await emulator.settle() // 4 and 5
  await emulator.advance('5m') // 6
  const body = JSON.stringify({ first_name: 'Mia' })
  await emulator.fetch(`/users/${mia.id}`, { method: 'PUT', headers, body }) // 7 to 9
  await emulator.fetch('/courses', { headers }) // 10
  await emulator.settle() // 11 and 12
})

const numbers = (filter: JournalFilter) => emulator.journal(filter).map(({ number }) => number)

describe('entries', () => {
  test('without a filter are the whole journal', () => {
    expect(emulator.journal()).toEqual(emulator.journal())
    expect(emulator.journal()).toHaveLength(12)
  })

  test.each<[JournalFilter, number[]]>([
    [{ kind: 'event' }, [3, 9]],
    [{ kind: ['request', 'clock'] }, [6, 7, 10]],
    [{ event: 'user.merged' }, [3, 4, 5]],
    [{ event: 'user.merged', kind: 'answer' }, [5]],
    [{ operation: 'update_user_by_id' }, [7, 8, 9, 11, 12]],
    [{ resource: 'users' }, [2, 7, 8, 9, 11, 12]],
    [{ resource: ['courses'] }, [10]],
    [{ since: '2026-01-05T09:05:00Z' }, [6, 7, 8, 9, 10, 11, 12]],
    [{ until: new Date('2026-01-05T09:04:59Z') }, [1, 2, 3, 4, 5]],
    [{ cause: 3 }, [3, 4, 5]],
    [{ cause: 7, kind: ['attempt', 'change'] }, [8, 11]],
    [{ after: 9 }, [10, 11, 12]],
    [{ webhook: 'none' }, []],
  ])('%j', (filter, expected) => {
    expect(numbers(filter)).toEqual(expected)
  })

  test('of one webhook are its attempts and their results', () => {
    const [webhook] = emulator.rows('webhooks')
    expect(numbers({ webhook: webhook?.id as string })).toEqual([4, 5, 11, 12])
  })

  test.each([
    [{ kind: 'atempt' }, 'Did you mean "attempt"?'],
    [{ resource: 'user' }, 'Did you mean "users"?'],
    [{ operation: 'get_usres' }, 'Did you mean "get_users"?'],
    [{ event: ['user.merge'] }, 'Did you mean "user.merged"?'],
    [{ evnt: 'user.merged' }, 'Did you mean "event"?'],
    [{ until: '2026-02-30' }, '`until` is not a valid date: "2026-02-30"'],
    [{ since: 'yesterday' }, '`since` is not a valid date: "yesterday"'],
  ])('%j is refused', (filter, why) => {
    expect(() => emulator.journal(filter as JournalFilter)).toThrow(why)
    expect(() => emulator.transcript(filter as JournalFilter)).toThrow(why)
  })
})
