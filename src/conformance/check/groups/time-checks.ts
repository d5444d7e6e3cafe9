/** Checks of time: time zones, clocks, outages and tokens that expire. */
import { timestamps } from '../../../engine/define/fields.ts'
import type { Scenario } from '../../../engine/emulator/scenario.ts'
import type { Connection } from '../../scenario/integration.ts'
import type { EndingDifference } from '../../oracles/difference.ts'
import { stableJson } from '../../run/choice-point.ts'
import { checksOf } from '../check-definition.ts'
import { expectEach, expectVerdicts, withPlainAdvice } from '../run-expectations.ts'
import { type Finding, failed, passed, skipped } from '../check-verdict.ts'
import { oneEnrollment } from '../stories/enrollment-stories.ts'
import {
  changesInLongOutage,
  changesWithoutOutage,
  courseAcrossTheSwitch,
  courseBeforeTheSwitch,
  courseInUtc,
  coursesInOtherZones,
  newTokens,
  replacedToken,
  startWhileOffline,
  startWhileOnline,
  validToken,
} from '../stories/time-stories.ts'
import { isOneOf, sentenceOf, type StoryRun } from '../story-run.ts'
import type { StoryRuns } from '../story-runs.ts'

/** A clock that is almost five minutes off, which is the tolerance of signatures. */
const skewMs = 290_000

/** The largest number of refused calls while the token is revoked. */
const refusedCallsMax = 100

/** Expects that stories about the end of a course end as another one does. */
async function expectSameEnding(
  runs: StoryRuns,
  stories: readonly Scenario[],
  reference: Scenario,
  reason: string,
): Promise<Finding> {
  for (const story of stories) {
    const run = await runs.vary(story, {}, reference)
    if (!hasAnswerTo(run, 'enrollment.updated')) {
      return skipped('The integration receives no event of the end of a course.', run)
    }
    if (isOneOf(run, ['converged'])) continue
    const plain = await runs.plain(reference)
    return hasOtherRecords(runs, run, plain) && !run.judgement.differences.some(isLocal)
      ? skipped(
          'The records that the integration follows differ from those of the other story.',
          run,
        )
      : failed(sentenceOf(run), run)
  }
  return passed(reason)
}

/** Whether values differ by a day or a time of day: those of the tenant are the same in each time zone. */
const isLocal = ({ expected, actual }: EndingDifference): boolean =>
  [expected, actual].every((each) => /^(\d{4}-\d\d-\d\d|\d\d:\d\d(:\d\d)?)$/.test(String(each)))

/** Whether the service has other records of the subject at the end of a run than at the end of another one. */
function hasOtherRecords({ subject }: StoryRuns, ...both: readonly StoryRun[]): boolean {
  if (!subject) return false
  const [first, second] = both.map(({ outcome }) =>
    stableJson(
      outcome
        .world()
        .rows(subject.resource)
        .map((row) => withoutOwnTimes(row, outcome.startMs)),
    ),
  )
  return first !== second
}

/** The row without the times of its changes in the run: a course ends at another time in another time zone. */
const withoutOwnTimes = (row: object, startMs: number): object =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => !(name in timestamps && Date.parse(String(value)) >= startMs),
    ),
  )

const hasAnswerTo = ({ entries, answers }: StoryRun, event: string): boolean => {
  const attempts = entries.filter((entry) => entry.kind === 'attempt')
  const notifications = new Set(
    attempts.filter((each) => each.event === event).map(({ notification }) => notification),
  )
  return answers.some(({ notification }) => notifications.has(notification))
}

/** Expects the ending of the reference, although deliveries were lost. */
async function expectRecovery(
  runs: StoryRuns,
  story: Scenario,
  reference: Scenario,
  reason: string,
): Promise<Finding> {
  const run = await runs.vary(story, {}, reference)
  const hasLoss = run.entries.some((entry) => entry.kind === 'attempt' && entry.attempt === 3)
  if (!hasLoss) return skipped('No delivery is lost.', run)
  return withPlainAdvice(
    await expectVerdicts([run], ['converged'], reason),
    await runs.plain(reference),
  )
}

async function expectAcceptanceAt(runs: StoryRuns, offsetMs: number): Promise<Finding> {
  const connection = (own: Connection): Connection => ({
    ...own,
    now: () => new Date(own.now().getTime() + offsetMs),
  })
  const run = await runs.vary(oneEnrollment, { connection })
  if (runs.has('fetch') && run.answers.length === 0)
    return skipped('The endpoint receives no delivery.', run)
  const refused = run.answers.find(({ status }) => status === null || status >= 300)
  const clock = `a clock that is ${Math.abs(offsetMs) / 1_000} s ${offsetMs < 0 ? 'slow' : 'fast'}`
  if (refused) return failed(`With ${clock} the endpoint answers ${refused.status}.`, run)
  return expectVerdicts([run], ['converged'], 'The integration works with a clock that is wrong.')
}

async function expectNewToken(runs: StoryRuns): Promise<Finding> {
  const started = new WeakSet<Connection['emulator']>()
  const run = await runs.vary(
    replacedToken,
    {
      connection: (own) => ({ ...own, token: newTokens.get(own.emulator) ?? own.token }),
      restart(_, { emulator }) {
        if (!newTokens.has(emulator) || started.has(emulator)) return false
        started.add(emulator)
        return true
      },
    },
    validToken,
  )
  const refusedCount = run.calls.filter(({ status }) => status && status >= 400).length
  if (refusedCount === 0) return skipped('No call is made with the revoked token.', run)
  if (refusedCount > refusedCallsMax) {
    return failed(`${refusedCount} calls are made with the revoked token.`, run)
  }
  return expectVerdicts(
    [run],
    ['converged'],
    'A new token and a synchronization restore everything.',
  )
}

export const timeChecks = checksOf('time', [
  {
    id: 'tenant-midnight',
    why: 'Courses begin and end at midnight in the time zone of the tenant.',
    must: 'A course ends in the same way in each time zone of the tenant.',
    story: courseInUtc,
    needs: ['fetch', 'ending'],
    perform: (runs) =>
      expectSameEnding(
        runs,
        coursesInOtherZones,
        courseInUtc,
        'A course ends in the same way in each time zone.',
      ),
  },
  {
    id: 'start-while-offline',
    why: 'An enrollment has another status when the integration is back.',
    must: 'The final synchronization finds the enrollments that started while the endpoint was down.',
    story: startWhileOffline,
    needs: ['fetch', 'resync', 'ending'],
    perform: (runs) =>
      expectRecovery(
        runs,
        startWhileOffline,
        startWhileOnline,
        'A synchronization finds the enrollments that started during an outage.',
      ),
  },
  {
    id: 'clock-skew',
    why: 'Clocks of servers differ by minutes.',
    must: 'The endpoint accepts deliveries when its clock is 290 seconds slow or fast, and a poller misses no change.',
    story: oneEnrollment,
    needs: ['ending'],
    perform: (runs) =>
      expectEach([-skewMs, skewMs].map((offsetMs) => () => expectAcceptanceAt(runs, offsetMs))),
  },
  {
    id: 'long-outage',
    why: 'The service makes three attempts in ten minutes, and an outage can be longer.',
    must: 'The final synchronization makes up for the deliveries that are lost in an outage.',
    story: changesInLongOutage,
    needs: ['fetch', 'resync', 'ending'],
    perform: (runs) =>
      expectRecovery(
        runs,
        changesInLongOutage,
        changesWithoutOutage,
        'A synchronization makes up for the deliveries that are lost in an outage.',
      ),
  },
  {
    id: 'daylight-saving',
    why: 'The day on which daylight saving time begins has 23 hours.',
    must: 'A course ends in the same way on the day on which daylight saving time begins.',
    story: courseAcrossTheSwitch,
    needs: ['fetch', 'ending'],
    perform: (runs) =>
      expectSameEnding(
        runs,
        [courseAcrossTheSwitch],
        courseBeforeTheSwitch,
        'A course ends in the same way on the day on which daylight saving time begins.',
      ),
  },
  {
    id: 'replaced-token',
    why: 'A token expires or is revoked, and the integration starts again with another one.',
    must: 'The integration makes at most 100 calls with the revoked token. With a new token, a synchronization restores everything.',
    story: replacedToken,
    needs: ['fetch', 'resync', 'ending'],
    perform: expectNewToken,
  },
])
