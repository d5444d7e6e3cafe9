/** Checks of the writes of an integration: repeated, refused, partial and interrupted ones. */
import type { JournalEntry, JournalEntryOf } from '../../define/journal/entry-types.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import { StoredRunValues } from '../../scenarios/storage.ts'
import { checksOf } from '../check-definition.ts'
import { expectEach, expectVerdicts } from '../expectations.ts'
import { CheckEnd, type Finding, fails, holds, notExercised } from '../finding.ts'
import {
  approvedOrder,
  changesOfNewcomers,
  firstPrincipalId,
  newcomers,
} from '../stories/write-safety.ts'
import { changedBy, pointsOfStep, type StoryRun, type StoryRuns } from '../story-runs.ts'
import { wasDelivered, withFault } from '../story-variant.ts'

type Change = JournalEntryOf<'change'>

/** The changes of one kind that the integration makes in the plain run, each with its request. */
async function writesIn(
  runs: StoryRuns,
  story: Scenario,
  kind: Change['change'],
): Promise<{ run: StoryRun; changes: Change[]; requests: JournalEntryOf<'request'>[] }> {
  const run = await runs.plain(story)
  const changes = changedBy(run.entries).filter(({ change }) => change === kind)
  if (changes.length === 0) {
    const reason = `The integration leaves no record ${kind} in this story.`
    throw new CheckEnd(notExercised(reason, run))
  }
  const causes = new Set(changes.map(({ cause }) => cause))
  return { run, changes, requests: run.calls.filter(({ number }) => causes.has(number)) }
}

/** Whether a choice point is one of the requests, by the method and the path. */
const isAtOneOf =
  (requests: readonly JournalEntryOf<'request'>[]) =>
  ({ id }: { id: string }): boolean =>
    requests.some(({ method, path }) => id.startsWith(`${method} ${path} `))

/** A storage without values. */
const emptyStorage = () => new StoredRunValues().open({ isAlive: () => true, afterWrite() {} })

const createdIn = (entries: readonly JournalEntry[]): string[] =>
  changedBy(entries)
    .filter(({ change }) => change === 'created')
    .map(({ table }) => table)

/** Expects that an integration that lost its storage finds what it created before. */
async function expectLookup(runs: StoryRuns): Promise<Finding> {
  const { changes } = await writesIn(runs, approvedOrder, 'created')
  const lost = { at: 'delivery', with: { response: 'lost' }, times: 5 } as const
  const story = withFault(approvedOrder, 'lost-storage', lost)
  const run = await runs.vary(
    story,
    {
      connection: (own) => ({ ...own, storage: emptyStorage() }),
      restart: wasDelivered(),
    },
    approvedOrder,
  )
  const created = createdIn(run.entries)
  return created.length > changes.length
    ? fails(`The integration creates ${created.at(-1)} again after it lost its storage.`, run)
    : holds('The integration looks for a record before it creates it.')
}

/** Expects that the integration stops to repeat a write that is answered with a status. */
async function expectEnd(runs: StoryRuns, story: Scenario, status: 409 | 422): Promise<Finding> {
  const { requests } = await writesIn(runs, story, 'updated')
  const operation = requests[0]?.operation as never
  const refused = withFault(story, `status-${status}`, {
    at: 'request',
    operation,
    with: { status },
  })
  const run = await runs.vary(refused, {}, story)
  const { verdict, reason } = run.judgement
  return verdict === 'hung' || verdict === 'failed'
    ? fails(`After status ${status} the run is ${verdict}: ${reason}.`, run)
    : holds('The integration stops to repeat a write that is refused.')
}

const editedName = 'Edited meanwhile'

/** Expects that a write of the integration keeps a field that changes right before it. */
async function expectKeptFields(runs: StoryRuns): Promise<Finding> {
  const { run: plain, changes, requests } = await writesIn(runs, firstPrincipalId, 'updated')
  const change = changes.find(({ table }) => table === 'users')
  if (!change) return notExercised('The integration updates no user.', plain)
  const operations = new Set(requests.map(({ operation }) => operation))
  for (const operation of operations) {
    const input = { user: change.id, last_name: editedName }
    const fault = {
      at: 'request',
      operation: operation as never,
      nth: 1,
      with: { change: { act: 'update_user', input } },
    } as const
    const run = await runs.vary(withFault(firstPrincipalId, 'edited', fault), {})
    const user = run.outcome.rows.get(`users ${change.id}`) as { last_name?: string } | undefined
    if (user?.last_name !== editedName) {
      return fails('A write of the integration replaces a name that changed meanwhile.', run)
    }
  }
  return holds('A write of the integration keeps the other fields.')
}

export const writeSafetyChecks = checksOf('write safety', [
  {
    id: 'lost-create-answer',
    why: 'A create without an answer may have been written, so that its repetition creates a second record.',
    needs: [],
    async perform(runs) {
      const { requests } = await writesIn(runs, approvedOrder, 'created')
      return expectVerdicts(
        runs.deviate(approvedOrder, { names: ['unanswered'], at: isAtOneOf(requests) }),
        ['same'],
        'A create whose answer is lost is not repeated.',
      )
    },
  },
  {
    id: 'lookup-before-create',
    why: 'An integration that is restored from a backup does not know what it created since.',
    needs: ['fetch'],
    perform: expectLookup,
  },
  {
    id: 'repeated-write-back',
    why: 'A write-back without an answer is repeated, and must write the same value.',
    needs: [],
    async perform(runs) {
      const { requests } = await writesIn(runs, firstPrincipalId, 'updated')
      return expectVerdicts(
        runs.deviate(firstPrincipalId, {
          names: ['unanswered', 'unsent', '500'],
          at: isAtOneOf(requests),
        }),
        ['same'],
        'A repeated write-back writes the same value.',
      )
    },
  },
  {
    id: 'refused-writes',
    why: 'A write that is answered 409 or 422 is refused again each time, for ever.',
    needs: [],
    perform: (runs) =>
      expectEach([
        () => expectEnd(runs, firstPrincipalId, 409),
        () => expectEnd(runs, firstPrincipalId, 422),
      ]),
  },
  {
    id: 'kept-fields',
    why: 'A write of a whole record replaces what an administrator changed since it was read.',
    needs: [],
    perform: expectKeptFields,
  },
  {
    id: 'crash-between-writes',
    why: 'A crash between two writes must not lose which account belongs to which user.',
    needs: ['state'],
    async perform(runs) {
      const { run } = await writesIn(runs, changesOfNewcomers, 'updated')
      const points = pointsOfStep(run, newcomers)
      return expectVerdicts(
        runs.deviate(changesOfNewcomers, {
          names: ['crash-before', 'crash-after'],
          at: ({ id }) => points.has(id),
          runs: 16,
        }),
        ['same', 'recovered'],
        'The principal id and the mapping survive a crash between two writes.',
      )
    },
  },
])
