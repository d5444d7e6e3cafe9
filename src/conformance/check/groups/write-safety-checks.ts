/** Checks of the writes of an integration: repeated, refused, partial and interrupted ones. */
import type { JournalEntryOf } from '../../../engine/journal/entry-types.ts'
import { courseAdministration } from '../../../service/course-administration.ts'
import type { OperationId } from '../../../service/generated/rows.ts'
import { isPlainText } from '../../run/changed-fields.ts'
import type { Connection } from '../../scenario/integration.ts'
import type { Scenario } from '../../../engine/emulator/scenario.ts'
import { checksOf } from '../check-definition.ts'
import { expectVerdicts } from '../run-expectations.ts'
import { CheckEnd, type Finding, failed, passed, skipped } from '../check-verdict.ts'
import {
  approvedOrder,
  changesOfNewcomers,
  firstPrincipalId,
  newcomers,
} from '../stories/write-safety-stories.ts'
import { sentence } from '../../run/run-end.ts'
import { changedBy, pointsOfStep, type StoryRun } from '../story-run.ts'
import type { StoryRuns } from '../story-runs.ts'
import { emptyStorage, wasDelivered, withEarlyFault, withFault } from '../story-variant.ts'

type Change = JournalEntryOf<'change'>

type Call = JournalEntryOf<'request'>

const writeVerbs = { created: 'creates', updated: 'updates' } as const

/** The baseline run of a story in which the integration makes changes of one kind, with their requests. */
async function writesIn(
  runs: StoryRuns,
  story: Scenario,
  kind: keyof typeof writeVerbs,
): Promise<{ run: StoryRun; changes: Change[]; requests: Call[] }> {
  const run = await runs.plain(story)
  const changes = changedBy(run.entries).filter(({ change }) => change === kind)
  if (changes.length === 0) {
    const reason = `The integration ${writeVerbs[kind]} no record of the service in this story.`
    throw new CheckEnd(skipped(reason, run))
  }
  const causes = new Set(changes.map(({ cause }) => cause))
  return { run, changes, requests: run.calls.filter(({ number }) => causes.has(number)) }
}

/** Whether a choice point is one of the requests, by the method and the path. */
const isAtOneOf =
  (requests: readonly Call[]) =>
  ({ id }: { id: string }): boolean =>
    requests.some(({ method, path }) => id.startsWith(`${method} ${path} `))

/** The operations of the calls that are not reads. */
const writeOperations = ({ calls }: Pick<StoryRun, 'calls'>): OperationId[] => [
  ...new Set(
    calls
      .filter(({ method, operation }) => method !== 'GET' && operation !== undefined)
      .map(({ operation }) => operation as OperationId),
  ),
]

/** The operations of the writes of `connect`. */
function earlyWriteOperations({ calls, entries }: StoryRun): OperationId[] {
  const end = entries.find(({ kind }) => kind === 'step')?.number ?? Number.POSITIVE_INFINITY
  return writeOperations({ calls: calls.filter(({ number }) => number < end) })
}

const isHitByFault = ({ entries }: StoryRun): boolean =>
  entries.some(({ kind }) => kind === 'fault')

/** Fails with the first run in which the integration creates more records than in the baseline run. */
async function expectCount(
  runs: AsyncIterable<StoryRun> | Iterable<StoryRun>,
  count: number,
  reason: string,
): Promise<Finding> {
  for await (const run of runs) {
    const created = changedBy(run.entries).filter(({ change }) => change === 'created')
    if (created.length <= count) continue
    return failed(`The integration creates a record of ${created.at(-1)?.table} again.`, run)
  }
  return passed(reason)
}

/** Expects that an integration that lost its storage finds what it created before. */
async function expectLookup(runs: StoryRuns): Promise<Finding> {
  const { run: plain, changes } = await writesIn(runs, approvedOrder, 'created')
  const lost = { at: 'delivery', with: { response: 'lost' }, times: 5 } as const
  const variant = {
    connection: (own: Connection) => ({ ...own, storage: emptyStorage() }),
    restart: wasDelivered(),
  }
  const story = withFault(approvedOrder, 'lost-storage', lost)
  const run = await runs.vary(story, variant, approvedOrder)
  if (run.calls.length <= plain.calls.length) {
    return skipped('The integration makes no call after a repeated delivery.', run)
  }
  return expectCount([run], changes.length, 'A record is looked for before it is created.')
}

/** The runs of a story in which a write is refused: from the first step on, and in `connect` as well if it writes. */
async function* refusedRuns(runs: StoryRuns, story: Scenario): AsyncIterable<[number, StoryRun]> {
  const plain = await runs.plain(story)
  const early = new Set(earlyWriteOperations(plain))
  for (const operation of writeOperations(plain)) {
    for (const status of [409, 422]) {
      const fault = { at: 'request', operation, with: { status } } as const
      const name = `${operation}-${status}`
      yield [status, await runs.vary(withFault(story, name, fault), {}, story)]
      if (!early.has(operation)) continue
      yield [status, await runs.vary(withEarlyFault(story, `${name}-early`, fault), {}, story)]
    }
  }
}

/** Expects that the integration does not repeat a write for ever that is answered 409 or 422. */
async function expectEnds(runs: StoryRuns): Promise<Finding> {
  let finding = skipped('The integration writes nothing in the service.')
  for (const story of [firstPrincipalId, approvedOrder]) {
    for await (const [status, run] of refusedRuns(runs, story)) {
      if (!isHitByFault(run)) continue
      const { verdict, reason } = run.judgement
      if (verdict === 'hung' || verdict === 'failed') {
        return failed(sentence(`After status ${status} the run is ${verdict}: ${reason}`), run)
      }
      finding = passed('The integration stops after a write that is refused.')
    }
  }
  return finding
}

/** The largest number of calls with one refused write: the first one and three repetitions. */
const refusedCallsMax = 4

/** The scenario with a further step, so that the calls of its steps are apart from the final synchronization. */
const withIdleEnd = (story: Scenario): Scenario => ({
  ...story,
  name: `${story.name}-and-idle`,
  async script(context) {
    const result = await story.script(context)
    await context.step(idle)
    return result
  },
})

const idle = 'The integration is idle'
const idleStories = [firstPrincipalId as Scenario, approvedOrder as Scenario].map(withIdleEnd)

/** Expects that a refused write is repeated three times at most before the final synchronization. */
async function expectFewRepetitions(runs: StoryRuns): Promise<Finding> {
  let finding = skipped('The integration writes nothing in the service.')
  for (const story of idleStories) {
    for await (const [status, run] of refusedRuns(runs, story)) {
      if (!isHitByFault(run)) continue
      const steps = run.entries.filter((entry) => entry.kind === 'step')
      const end = steps.find(({ summary }) => summary === idle)?.number ?? Number.POSITIVE_INFINITY
      const counts = new Map<string, number>()
      for (const call of run.calls) {
        if (call.status !== status || call.number > end) continue
        const write = `${call.method} ${call.path} ${call.body} ${triggerOf(call, run)}`
        counts.set(write, (counts.get(write) ?? 0) + 1)
      }
      const most = Math.max(0, ...counts.values())
      if (most > refusedCallsMax) {
        return failed(`A write that is answered ${status} is sent ${most} times.`, run)
      }
      finding = passed('A refused write is repeated three times at most.')
    }
  }
  return finding
}

/** The notification before a call: each event may lead to writes of its own. */
const triggerOf = ({ number }: StoryRun['calls'][number], { entries }: StoryRun): string =>
  entries.findLast(
    (entry): entry is JournalEntryOf<'attempt'> & typeof entry =>
      entry.kind === 'attempt' && entry.number < number,
  )?.notification ?? ''

const editedText = 'Edited meanwhile'

/** The number of fields that are changed right before a write, each in runs of its own. */
const editedFieldsMax = 6

/** The texts of a record that the change of the integration leaves as they are: the last name of a user first. */
function editableFields({ table, fields }: Change): readonly string[] {
  const resource = courseAdministration().catalog.resources.get(table)
  if (!resource) return []
  return Object.keys(resource.shape)
    .filter((name) => isPlainText(resource, name) && !fields.includes(name))
    .toSorted((a, b) => Number(b === 'last_name') - Number(a === 'last_name'))
    .slice(0, editedFieldsMax)
}

/** Expects that the writes of the integration keep a field that changes right before them. */
async function expectKeptFields(runs: StoryRuns): Promise<Finding> {
  const { run: plain, changes } = await writesIn(runs, firstPrincipalId, 'updated')
  const write = changes.find(({ table }) => table === 'users') ?? changes[0]!
  const { table: resource, id } = write
  const creation = plain.entries.find(
    (each) =>
      each.kind === 'change' &&
      each.change === 'created' &&
      each.table === resource &&
      each.id === id,
  )
  // Note: before its creation the record cannot change.
  const isAfterCreation = ({ operation }: Call): boolean =>
    (plain.calls.find((each) => each.operation === operation)?.number ?? 0) >
    (creation?.number ?? 0)
  let finding = skipped('The integration does not update the record again.', plain)
  for (const field of editableFields(write)) {
    const input = { resource, id, values: { [field]: editedText } }
    const change = { act: 'update', input } as const
    for (const operation of writeOperations({ calls: plain.calls.filter(isAfterCreation) })) {
      const fault = { at: 'request', operation, nth: 1, with: { change } } as const
      const name = `${field}-edited-at-${operation}`.replaceAll('_', '-')
      const run = await runs.vary(
        withEarlyFault(firstPrincipalId, name, fault),
        {},
        firstPrincipalId,
      )
      if (!isHitByFault(run)) continue
      const row = run.outcome.rows.get(`${resource} ${id}`)
      if (row?.[field] !== editedText) {
        const reason = `A write of the integration replaces the ${field} of ${resource} ${id} that changed meanwhile.`
        return failed(reason, run)
      }
      finding = passed('The writes of the integration keep the other fields.')
    }
  }
  return finding
}

export const writeSafetyChecks = checksOf('write safety', [
  {
    id: 'lost-create-answer',
    why: 'A create without an answer may have been written, and its repetition creates a second record.',
    must: 'The integration creates one record, also when the response to the create is lost.',
    story: approvedOrder,
    needs: [],
    async perform(runs) {
      const { changes, requests } = await writesIn(runs, approvedOrder, 'created')
      return expectCount(
        runs.deviate(approvedOrder, { names: ['unanswered'], at: isAtOneOf(requests) }),
        changes.length,
        'A create whose answer is lost is not repeated.',
      )
    },
  },
  {
    id: 'lookup-before-create',
    why: 'An integration that is restored from a backup does not know what it created since.',
    must: 'An integration that starts without its storage finds the record that it created before.',
    story: approvedOrder,
    needs: ['fetch'],
    perform: expectLookup,
  },
  {
    id: 'repeated-write-back',
    why: 'A write-back without an answer is repeated, and must write the same value.',
    must: 'A write-back that fails or stays without an answer ends in the same way, or the integration reports a problem.',
    story: firstPrincipalId,
    needs: [],
    async perform(runs) {
      const { requests } = await writesIn(runs, firstPrincipalId, 'updated')
      return expectVerdicts(
        runs.deviate(firstPrincipalId, {
          names: ['unanswered', 'unsent', '500'],
          at: isAtOneOf(requests),
        }),
        ['converged', 'recovered', 'reported'],
        'A repeated write-back writes the same value.',
      )
    },
  },
  {
    id: 'refused-writes',
    why: 'A write that is answered 409 or 422 is refused again each time it is repeated.',
    must: 'The integration stops repeating a write that is answered 409 or 422, and its work ends.',
    story: approvedOrder,
    needs: [],
    perform: expectEnds,
  },
  {
    id: 'kept-fields',
    why: 'A write of a whole record replaces what an administrator changed since it was read.',
    must: 'A write of the integration keeps a text that an administrator changes right before it.',
    story: firstPrincipalId,
    needs: [],
    perform: expectKeptFields,
  },
  {
    id: 'crash-between-writes',
    why: 'A crash between two writes must not lose which account belongs to which user.',
    must: 'After a restart between two writes, the principal id in the service and the state of the integration are as without the restart.',
    story: changesOfNewcomers,
    needs: ['ending'],
    async perform(runs) {
      const { run } = await writesIn(runs, changesOfNewcomers, 'updated')
      const points = pointsOfStep(run, newcomers)
      return expectVerdicts(
        runs.deviate(changesOfNewcomers, {
          names: ['crash-before', 'crash-after'],
          at: ({ id }) => points.has(id),
          runs: 16,
        }),
        ['converged', 'recovered'],
        'The principal id and the mapping survive a crash between two writes.',
      )
    },
  },
  {
    id: 'repeated-refusals',
    why: 'Each repetition of a refused write takes a call of the window, and is refused again.',
    must: 'The integration repeats a write that is answered 409 or 422 three times at most.',
    story: firstPrincipalId,
    needs: [],
    perform: expectFewRepetitions,
  },
])
