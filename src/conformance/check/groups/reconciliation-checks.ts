/** Checks of the full synchronization: what it repairs, and what it must not break. */
import { stableJson } from '../../run/choice-point.ts'
import { differencesBetween } from '../../oracles/difference.ts'
import type { RunOutcome } from '../../run/outcome.ts'
import type { Scenario } from '../../../engine/emulator/scenario.ts'
import { checksOf } from '../check-definition.ts'
import { inShortPages } from '../connection-changes.ts'
import { expectRepairs, expectVerdicts } from '../run-expectations.ts'
import { type Finding, failed, passed, skipped } from '../check-verdict.ts'
import {
  cancellationWithoutEvent,
  changesDuringResync,
  changedName,
  changesOfStudents,
  nameFromTheStart,
  namesWithoutEvents,
  noChange,
  oldName,
  oneSynchronization,
  synchronization,
  twoSynchronizations,
  unchangedClass,
} from '../stories/reconciliation-stories.ts'
import {
  type AmountStories,
  amounts,
  amountStoriesOf,
  costStories,
} from '../stories/amount-stories.ts'
import { changedBy, entriesOfStep, pointsOfStep, sentenceOf, type StoryRun } from '../story-run.ts'
import type { StoryRuns } from '../story-runs.ts'
import { withFault } from '../story-variant.ts'

/** Expects that the final synchronization makes up for each lost event of a known user. */
async function expectRecovery(runs: StoryRuns): Promise<Finding> {
  let hasEffect = false
  let missed: Finding | undefined
  const plain = await runs.plain(changesOfStudents)
  const choice = {
    names: ['undelivered'],
    at: ({ id }: { id: string }) => !id.includes('.created'),
  }
  for await (const run of runs.deviate(changesOfStudents, choice)) {
    const finding = await expectVerdicts([run], ['converged', 'recovered'], '', plain)
    if (finding.verdict === 'failed') return finding
    if (finding.verdict === 'skipped') missed ??= finding
    hasEffect ||= run.judgement.verdict === 'recovered'
  }
  return hasEffect && !missed
    ? passed('A synchronization makes up for each lost event.')
    : (missed ?? skipped('No lost event has an effect on the integration.'))
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

/** Expects that amounts which differ in their cents only lead to different values, where a value depends on the amount. */
async function expectCents(runs: StoryRuns): Promise<Finding> {
  const plain = await runs.plain(costStories.plain)
  const { emulator } = await runs.baselineOf(costStories.plain)
  const { subject } = runs
  const others = subject ? amountStoriesOf(subject.resource, emulator) : []
  for (const stories of [costStories, ...others]) {
    const finding = await centsFinding(runs, stories)
    if (finding) return finding
  }
  const or = subject ? `, nor on an amount of ${subject.resource}` : ''
  return skipped(`The state does not depend on the cost of an edition${or}.`, plain)
}

/** Returns undefined if no value depends on the amount. */
async function centsFinding(runs: StoryRuns, stories: AmountStories): Promise<Finding | undefined> {
  const amountsAfter = async (story: Scenario): Promise<readonly number[]> =>
    amountsIn((await runs.baselineOf(story)).outcome)
  const plain = await amountsAfter(stories.plain)
  const raised = await amountsAfter(stories.higher)
  const depending = without(plain, raised).filter((amount) =>
    raised.some((each) => isRaised(amount, each)),
  )
  if (depending.length === 0) return undefined
  const exact = without(plain, await amountsAfter(stories.otherCents))
  const [rounded] = without(depending, exact)
  if (rounded === undefined) return passed('An amount keeps its cents.')
  const reason = `At the end, the state has ${rounded} for ${amounts.plain} and for ${amounts.otherCents} as ${stories.name}.`
  return failed(reason, await runs.vary(stories.otherCents, {}, stories.plain))
}

/** Whether one number is the other one after the amount was raised: the sum of an invoice also has its tax. */
function isRaised(amount: number, raised: number): boolean {
  const [from, to] = [Number(amounts.plain), Number(amounts.higher)]
  // Note: an integration may keep an amount in cents, and may round it.
  const isMore = [1, 100].some((unit) => Math.abs(raised - amount - (to - from) * unit) < 0.01)
  return isMore || Math.abs(raised - (amount * to) / from) < 0.6
}

/** The numbers in a state, also those within its texts. */
const amountsIn = ({ after }: RunOutcome): readonly number[] =>
  (stableJson(after?.state ?? null).match(/\d+(?:\.\d+)?/g) ?? []).map(Number)

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
  const [gone, there] = [
    await runs.plain(cancellationWithoutEvent),
    await runs.plain(unchangedClass),
  ]
  if (stableJson(stateOf(gone)) === stableJson(stateOf(there))) {
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
    needs: ['fetch', 'resync', 'ending'],
    perform: expectRecovery,
  },
  {
    id: 'resync-without-events',
    why: 'A synchronization must lead to the same result as the events, or one of them is wrong.',
    must: 'A synchronization without any event leads to the same state as the events.',
    story: changesOfStudents,
    needs: ['fetch', 'resync', 'ending'],
    async perform(runs) {
      const fault = { at: 'delivery', with: { reset: true } } as const
      const story = withFault(changesOfStudents, 'without-events', fault)
      const run = await runs.vary(story, {}, changesOfStudents)
      const reason = 'A synchronization leads to the same result as the events.'
      const plain = await runs.plain(changesOfStudents)
      return expectVerdicts([run], ['converged', 'recovered'], reason, plain)
    },
  },
  {
    id: 'repeated-resync',
    why: 'A synchronization that changes equal records sends events, and starts work without an end.',
    must: 'A second synchronization right after the first one writes nothing in the service.',
    story: twoSynchronizations,
    needs: ['resync', 'ending'],
    perform: expectNoChange,
  },
  {
    id: 'events-during-resync',
    why: 'The service changes while a synchronization runs, and its events arrive in between.',
    must: 'The state has the changes of events that arrive while a call of the synchronization is slow, and an older response does not replace them.',
    story: changesDuringResync,
    needs: ['fetch', 'resync', 'ending'],
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
    needs: ['resync', 'ending'],
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
    why: 'A cost is a text with cents: a whole number has none, and a binary fraction times 100 can be a cent too low.',
    must: `Where the state depends on the cost of an edition or on an amount of a record, ${amounts.plain} and ${amounts.otherCents} lead to different values.`,
    story: costStories.plain,
    needs: ['state'],
    perform: expectCents,
  },
])
