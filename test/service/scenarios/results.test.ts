/** What the scripts of the shipped scenarios return to a test, and the edition that most of them begin with. */
import { createEmulator } from 'course-admin-emulator'
import { runScenario, scenarios } from 'course-admin-emulator/scenarios'
import { expect, test } from 'vitest'
import { givenEdition } from '../../../src/service/scenarios/parts/sample-records.ts'

const app = { fetch: async () => new Response(null, { status: 204 }) }

test('each scenario returns the records that its test needs', async () => {
  const results: Record<string, unknown> = {}
  for (const each of scenarios) {
    const { result } = (await runScenario(each, app)) as { readonly result: object | undefined }
    results[each.name] = result && Object.keys(result).toSorted().join(' ')
  }
  expect(results).toMatchInlineSnapshot(`
    {
      "course-fills-up": "ann first mia tom",
      "deleted-user-mapping": "first mia tom",
      "duplicate-and-reordered-deliveries": "first mia tom",
      "edition-with-lms-link": "first mia tom",
      "email-match-writes-back": "first mia tom",
      "failed-call-before-email-change": "first mia",
      "flag-switched-off": "first mia tom",
      "late-cancellation": "first mia tom",
      "lms-first-sync": "archer first students tess",
      "merge": "duplicate mia moved own",
      "merge-before-write-back": "duplicate mia moved own",
      "merge-during-outage": "duplicate mia moved own",
      "merge-of-merged": "editions mia",
      "principal-id-moves": "first mia moved",
      "rate-limit-storm": "first students",
      "receiver-down-30-minutes": "ann first mia tom",
      "slow-receiver-backlog": "first students",
      "teacher-assigned": "first mia tess theo",
      "token-scope-revoked": "first mia tom",
    }
  `)
})

test('an edition begins in a week, and takes five days', () => {
  const emulator = createEmulator({ world: 'empty' })
  expect(givenEdition(emulator, 'First aid')).toMatchObject({
    start_date: '2026-01-12',
    end_date: '2026-01-16',
    max_participants: null,
  })
})
