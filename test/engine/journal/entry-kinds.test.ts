/** What each kind of journal entry shows of an entry, with all of its fields and without those that it may lack. */
import { expect, test } from 'vitest'
import { entryKinds } from '../../../src/engine/journal/kind-list.ts'
import type { EntryKind } from '../../../src/engine/journal/entry-kind.ts'

const required = {
  number: 7,
  at: '2026-01-05T09:00:00.000Z',
  act: 'update_user',
  input: { user: 2, last_name: 'Berg' },
  event: 'user.updated',
  webhook: '3',
  notification: 'n-1',
  attempt: 2,
  status: 503,
  change: 'updated',
  table: 'users',
  id: 2,
  fields: ['last_name'],
  from: 0,
  to: 60_000,
  day: '2026-01-06',
  reason: 'no database',
  fault: 'fault-1, fault-2',
  target: 'delivery',
  effect: { status: 503 },
  outage: 'outage-1',
  of: 'deliveries',
  removed: ['courses:read'],
  added: ['orders:read'],
  flags: { Programs: false },
  method: 'GET',
  path: '/users/2?per_page=5',
  operation: 'get_user_by_id',
  summary: 'Mia marries',
}

const all = { ...required, until: '2026-01-05T10:00:00.000Z', rate: 60, error: 'socket closed' }

const shown = (kind: EntryKind<never, never>, entry: object, facts: object): object => {
  const context = {
    urlOf: (webhook: string) => `https://app.test/${webhook}`,
    effectText: (target: string, effect: object) => `${target} ${JSON.stringify(effect)}`,
    ...facts,
  }
  const of = { ...entry, kind: kind.name } as never
  return {
    sentence: kind.sentence(of, context),
    title: kind.title(of, context),
    outcome: kind.outcome(of),
    why: kind.why(of, context),
    severity: kind.severity(of),
    subject: kind.subject(of),
  }
}

test('each kind of entry has its recorded texts, its track and its marks', async () => {
  const lines = entryKinds.map((kind) => {
    const each = kind as unknown as EntryKind<never, never>
    const { name, summary, track, roles, endsAttempt, startsChain, startsSection } = each
    const { hidden, redacted } = each
    const marks = { summary, track, roles, endsAttempt, startsChain, startsSection }
    const facts = {
      event: 'user.updated',
      durationMs: 1_500,
      decidedBy: { ids: 'fault-1', arrival: 'in time' },
      next: { at: '2026-01-05T09:05:00.000Z' },
    }
    return {
      name,
      ...marks,
      hidden,
      redacted,
      withAll: shown(each, all, facts),
      withLess: shown(each, { ...required, fault: 'fault-1', status: null }, {}),
    }
  })
  await expect(`${JSON.stringify(lines, null, 2)}\n`).toMatchFileSnapshot(
    'recorded/entry-kinds.txt',
  )
})
