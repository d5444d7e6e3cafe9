/** Checks of the full synchronization: what it repairs, and what it must not break. */
import { stableJson } from '../../run/choice-point.ts'
import { differencesBetween } from '../../oracles/difference.ts'
import { checksOf } from '../check-definition.ts'
import { inShortPages } from '../connection-changes.ts'
import { expectRepairs, expectVerdicts } from '../run-expectations.ts'
import { type Finding, failed, passed, skipped } from '../check-verdict.ts'
import {
  cancellationWithoutEvent,
  changesDuringResync,
  changedName,
  changesOfStudents,
  cost,
  costWithOtherCents,
  higherCost,
  nameFromTheStart,
  namesWithoutEvents,
  noChange,
  oldName,
  oneSynchronization,
  synchronization,
  twoSynchronizations,
  unchangedClass,
} from '../stories/reconciliation-stories.ts'
import { changedBy, entriesOfStep, pointsOfStep, sentenceOf, type StoryRun } from '../story-run.ts'
import type { StoryRuns } from '../story-runs.ts'
import { withFault } from '../story-variant.ts'

/** Expects that the final synchronization makes up for each lost event of a known user. */
async function expectRecovery(runs: StoryRuns): Promise<Finding> {
  let hasEffect = false
  const choice = {
    names: ['undelivered'],
    at: ({ id }: { id: string }) => !id.includes('.created'),
  }
  for await (const run of runs.deviate(changesOfStudents, choice)) {
    const finding = await expectVerdicts([run], ['converged', 'recovered'], '')
    if (finding.verdict !== 'passed') return finding
    hasEffect ||= run.judgement.verdict === 'recovered'
  }
  return hasEffect
    ? passed('A synchronization makes up for each lost event.')
    : skipped('No lost event has an effect on the integration.')
}

/** Expects that a second synchronization, right after the first one, writes nothing. */
async function expectNoChange(runs: StoryRuns): Promise<Finding> {
  const run = await runs.vary(twoSynchronizations, {}, oneSynchronization)
  if (run.outcome.unstable)
    return failed('Each synchronization changes the state or the service.', run)
  const entries = entriesOfStep(run, synchronization, 2)
  if (!entries.some(({ kind }) => kind === 'request')) {
    return skipped('A synchronization makes no call.', run)
  }
  const [change] = changedBy(entries)
  return change === undefined
    ? expectVerdicts([run], ['converged'], 'A second synchronization changes nothing.')
    : failed(`The second synchronization changes ${change.table} ${change.id}.`, run)
}

/** Expects that the state follows a name that changes, if it depends on the name at all. */
async function expectUpdate(runs: StoryRuns): Promise<Finding> {
  const plain = await runs.plain(oldName)
  const [old, latest] = [plain, await runs.vary(nameFromTheStart, {}, oldName)].map(stateOf)
  const changed = await runs.vary(changedName, {}, oldName)
  if (!changed.outcome.after) return failed(sentenceOf(changed), changed)
  const depending = differencesBetween(old, latest, undefined, ['state'])
  if (depending.length === 0) {
    return skipped('The state does not depend on the last name of a user.', plain)
  }
  const unchanged = new Set(
    depending.map(({ path, expected, actual }) => differenceKey(path, actual, expected)),
  )
  const stale = differencesBetween(latest, stateOf(changed), undefined, ['state']).filter(
    ({ path, expected, actual }) => unchanged.has(differenceKey(path, expected, actual)),
  )
  // Note: the service itself keeps some values from the creation of a record, such as a slug.
  const fresh = stale.length > 0 ? await runs.freshStateAfter(changed) : undefined
  const wrong = new Set(
    differencesBetween(fresh, stateOf(changed), undefined, ['state']).map(({ path }) => path),
  )
  const found = stale.find(({ path }) => fresh === undefined || wrong.has(path))
  return found === undefined
    ? passed('A change of a record is applied after its creation.')
    : failed(`At the end, ${found.path} has the value from before the change.`, changed)
}

/** Expects that costs which differ in their cents only lead to different values, where a value depends on the cost. */
async function expectCents(runs: StoryRuns): Promise<Finding> {
  const plain = await runs.plain(cost)
  const cents = await runs.vary(costWithOtherCents, {}, cost)
  const higher = await runs.vary(higherCost, {}, cost)
  const raised = amountsIn(higher)
  // Note: an integration may keep an amount in cents.
  const depending = without(amountsIn(plain), raised).filter((amount) =>
    [50, 5_000].some((more) => raised.some((each) => Math.abs(each - amount - more) < 0.01)),
  )
  if (depending.length === 0) {
    return skipped('The state does not depend on the cost of an edition.', plain)
  }
  const exact = without(amountsIn(plain), amountsIn(cents))
  const [rounded] = without(depending, exact)
  return rounded === undefined
    ? passed('A cost keeps its cents.')
    : failed(`At the end, the state has ${rounded} for 250.10 and for 250.40.`, cents)
}

/** The numbers in a state, also those within its texts. */
const amountsIn = (run: StoryRun): readonly number[] =>
  (stableJson(stateOf(run) ?? null).match(/\d+(?:\.\d+)?/g) ?? []).map(Number)

/** The elements of the first list that are left when those of the second one are removed, each once. */
function without(list: readonly number[], removed: readonly number[]): number[] {
  const left = [...list]
  for (const each of removed) {
    const index = left.indexOf(each)
    if (index >= 0) left.splice(index, 1)
  }
  return left
}

const stateOf = ({ outcome }: StoryRun): unknown => outcome.after?.state

const differenceKey = (path: string, latest: unknown, old: unknown): string =>
  stableJson([path, latest, old])

/** Expects that a walk that fails at a later page removes nothing. */
async function expectCompleteWalk(runs: StoryRuns): Promise<Finding> {
  const { outcome } = await runs.plain(cancellationWithoutEvent)
  if (stableJson(outcome.before) === stableJson(outcome.after)) {
    return skipped('The synchronization does not remove what is gone.')
  }
  const paged = runs.varied({ connection: inShortPages })
  const points = pointsOfStep(await paged.plain(unchangedClass), noChange)
  return expectRepairs(
    paged.deviate(unchangedClass, {
      names: ['500', 'truncated'],
      at: ({ id }) => points.has(id) && /^GET .*[?&](cursor|page)=/.test(id),
    }),
    'A walk that fails at a later page removes nothing.',
  )
}

export const reconciliationChecks = checksOf('reconciliation', [
  {
    id: 'lost-events',
    why: 'An event is lost after three failed attempts, and only a synchronization makes up for it.',
    must: 'After the final synchronization, the state is as if no event was lost.',
    story: changesOfStudents,
    needs: ['fetch', 'resync', 'state'],
    perform: expectRecovery,
  },
  {
    id: 'resync-without-events',
    why: 'A synchronization must lead to the same result as the events, or one of them is wrong.',
    must: 'A synchronization without any event leads to the same state as the events.',
    story: changesOfStudents,
    needs: ['fetch', 'resync', 'state'],
    async perform(runs) {
      const fault = { at: 'delivery', with: { reset: true } } as const
      const story = withFault(changesOfStudents, 'without-events', fault)
      const run = await runs.vary(story, {}, changesOfStudents)
      const reason = 'A synchronization leads to the same result as the events.'
      return expectVerdicts([run], ['converged', 'recovered'], reason)
    },
  },
  {
    id: 'repeated-resync',
    why: 'A synchronization that changes equal records sends events, and starts work without an end.',
    must: 'A second synchronization right after the first one writes nothing in the service.',
    story: twoSynchronizations,
    needs: ['resync', 'state'],
    perform: expectNoChange,
  },
  {
    id: 'events-during-resync',
    why: 'The service changes while a synchronization runs, and its events arrive in between.',
    must: 'The state has the changes of events that arrive while a call of the synchronization is slow, and an older response does not replace them.',
    story: changesDuringResync,
    needs: ['fetch', 'resync', 'state'],
    perform: (runs) =>
      expectVerdicts(
        runs.deviate(changesDuringResync, { names: ['slow'] }),
        ['converged'],
        'Events that arrive during a slow synchronization are applied.',
      ),
  },
  {
    id: 'interrupted-resync',
    why: 'A synchronization takes long, so that a crash or an outage in the middle is likely.',
    must: 'The state is right after a restart during `resync`, and after 30 minutes in which the service answers 500. `resync` tries again until the service answers, or it rejects or adds to `problems()`, and leaves the rest to the next synchronization, after the 30 minutes.',
    story: namesWithoutEvents,
    needs: ['resync', 'state'],
    async perform(runs) {
      const points = pointsOfStep(await runs.plain(namesWithoutEvents), synchronization)
      return expectRepairs(
        runs.deviate(namesWithoutEvents, {
          names: ['crash-before', '500-for-30m'],
          at: ({ id }) => points.has(id),
        }),
        'An interrupted synchronization is resumed, or the next one makes up for it.',
      )
    },
  },
  {
    id: 'incomplete-walk',
    why: 'A record on a page that could not be read is not gone.',
    must: 'A synchronization that cannot read a page removes nothing. It tries again, or adds to `problems()` and leaves the rest to the next one.',
    story: unchangedClass,
    needs: ['resync', 'state'],
    perform: expectCompleteWalk,
  },
  {
    id: 'update-after-creation',
    why: 'An integration that adds records and never changes them ends in the same way in each run.',
    must: 'A name that changes after the user is known is in the state at the end, as if the user had it from the start.',
    story: changedName,
    needs: ['state'],
    perform: expectUpdate,
  },
  {
    id: 'cents',
    why: 'A cost is a text with cents, and a cost that is read as a whole number has none.',
    must: 'Where the state depends on the cost of an edition, 250.10 and 250.40 lead to different values.',
    story: cost,
    needs: ['state'],
    perform: expectCents,
  },
])
