/** Checks of the webhook endpoint: signatures, response times, unknown events and repeated deliveries. */
import type { Scenario } from '../../../engine/emulator/scenario.ts'
import type { Connection } from '../../scenario/integration.ts'
import { refusedDelivery } from '../../oracles/baseline-judgement.ts'
import { toSentence } from '../../../report/format.ts'
import { checksOf } from '../check-definition.ts'
import { expectEach, expectVerdicts } from '../run-expectations.ts'
import { type Finding, failed, passed, skipped } from '../check-verdict.ts'
import { signedAgain } from '../signed-delivery.ts'
import {
  classWithSlowCalls,
  enrollmentOfAClass,
  enrollmentWithNewSecret,
  newLastName,
  newName,
  newNamesOfTwo,
  oneEnrollment,
} from '../stories/enrollment-stories.ts'
import { isOneOf, sentenceOf, type StoryRun } from '../story-run.ts'
import type { StoryRuns } from '../story-runs.ts'
import { type StoryVariant, wasDelivered, withFault } from '../story-variant.ts'

const isAccepted = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300

/** The longest time in which an endpoint responds, in milliseconds. */
const responseMsMax = 10_000

/** Expects that the endpoint refuses each delivery that a fault of the story hits. */
async function expectRefusal(runs: StoryRuns, story: Scenario, what: string): Promise<Finding> {
  const run = await runs.vary(story, {}, oneEnrollment)
  const attempts = run.entries.filter((entry) => entry.kind === 'attempt')
  const faulted = new Set(attempts.filter(({ fault }) => fault).map(attemptId))
  const answers = run.answers.filter((answer) => faulted.has(attemptId(answer)))
  if (answers.length === 0) return skipped('The endpoint receives no delivery.', run)
  const accepted = answers.find(({ status }) => isAccepted(status))
  return accepted === undefined
    ? passed(`The endpoint refuses ${what}.`)
    : failed(`The endpoint answers ${accepted.status} to ${what}.`, run)
}

const attemptId = (entry: { notification: string; attempt: number }): string =>
  `${entry.notification} ${entry.attempt}`

/** Expects that the endpoint accepts each delivery of a variant of the story. */
async function expectAcceptance(
  runs: StoryRuns,
  story: Scenario,
  variant: StoryVariant,
  what: string,
): Promise<Finding> {
  const run = await runs.vary(story, variant, oneEnrollment)
  if (run.answers.length === 0) return skipped('The endpoint receives no delivery.', run)
  const refused = run.answers.find(({ status }) => !isAccepted(status))
  if (refused === undefined) return passed(`The endpoint accepts ${what}.`)
  const plain = await runs.plain(oneEnrollment)
  const cause = refusedDelivery(plain.outcome)
  return cause === undefined
    ? failed(`The endpoint answers ${refused.status ?? 'nothing'} to ${what}.`, run)
    : failed(`${toSentence(cause)}.`, plain)
}

/** Whether each notification of a run ends with a 2xx. */
function isEachAccepted({ entries, answers }: StoryRun): boolean {
  const accepted = new Set(
    answers.filter(({ status }) => isAccepted(status)).map(({ notification }) => notification),
  )
  const attempts = entries.filter((entry) => entry.kind === 'attempt')
  return attempts.every(({ notification }) => accepted.has(notification))
}

/** Expects that an accepted event is applied after a crash, without a synchronization. */
async function expectDurableAcceptance(runs: StoryRuns): Promise<Finding> {
  const names = ['crash-before', 'crash-after', 'crash-after-answer', 'crash-after-write']
  for await (const run of runs.deviate(newName, { names, runs: 16 })) {
    if (!isOneOf(run, ['recovered', 'lost']) || !isEachAccepted(run)) continue
    return failed(`${sentenceOf(run)} The endpoint accepted each event.`, run)
  }
  const started = new WeakSet<Connection['emulator']>()
  const run = await runs.vary(newNamesOfTwo, {
    restart(_, { emulator }) {
      const isSecond = emulator.rows('users', { last_name: newLastName }).length === 2
      if (!isSecond || started.has(emulator)) return false
      started.add(emulator)
      return true
    },
  })
  return expectVerdicts(
    [run],
    ['converged'],
    'An event that the endpoint accepts survives a crash.',
  )
}

const bodyWithSpaces = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)

const bodyWithUnknownFields = (body: string): string => {
  const { event_data: data, ...rest } = JSON.parse(body)
  return JSON.stringify({ ...rest, event_data: { ...data, shoe_size: 43 }, schema: '2' })
}

const bodyWithUnknownEvent = (body: string): string =>
  JSON.stringify({ ...JSON.parse(body), event: 'library_card.archived' })

export const receivingChecks = checksOf('receiving', [
  {
    id: 'signature',
    why: 'A notification without the right signature over its raw body can come from any sender.',
    must: 'The endpoint refuses a delivery with a wrong or missing signature, and accepts a signed body with other white space.',
    story: oneEnrollment,
    needs: ['fetch'],
    perform: (runs) =>
      expectEach([
        ...(['wrong', 'missing'] as const).map((signature) => () => {
          const fault = { at: 'delivery', with: { signature } } as const
          const story = withFault(oneEnrollment, `${signature}-signature`, fault)
          return expectRefusal(runs, story, `a delivery with a ${signature} signature`)
        }),
        () =>
          expectAcceptance(
            runs,
            oneEnrollment,
            { delivery: (request, own) => signedAgain(request, own, bodyWithSpaces) },
            'a signed body with other white space',
          ),
      ]),
  },
  {
    id: 'signature-age',
    why: 'A notification that was signed long ago may be a copy that an attacker sends again.',
    must: 'The endpoint refuses a delivery that was signed an hour ago, and accepts one that was signed a minute ago.',
    story: oneEnrollment,
    needs: ['fetch'],
    perform: (runs) =>
      expectEach([
        () => {
          const fault = { at: 'delivery', with: { age_s: 3_600 } } as const
          const story = withFault(oneEnrollment, 'old-signature', fault)
          return expectRefusal(runs, story, 'a delivery that was signed an hour ago')
        },
        () => {
          const fault = { at: 'delivery', with: { age_s: 60 } } as const
          const story = withFault(oneEnrollment, 'recent-signature', fault)
          return expectAcceptance(runs, story, {}, 'a delivery that was signed a minute ago')
        },
      ]),
  },
  {
    id: 'rotated-secret',
    why: 'During a rotation a delivery has two signatures, and the integration knows one secret.',
    must: 'The endpoint accepts a delivery if one of its signatures is right.',
    story: enrollmentWithNewSecret,
    needs: ['fetch'],
    perform: (runs) =>
      expectAcceptance(runs, enrollmentWithNewSecret, {}, 'a delivery with two signatures'),
  },
  {
    id: 'response-time',
    why: 'The service waits ten seconds for a response, and delivers again after that.',
    must: 'The endpoint answers within ten seconds when each call takes four seconds: it answers first, and works after that.',
    story: classWithSlowCalls,
    needs: ['fetch'],
    async perform(runs) {
      const run = await runs.shared(classWithSlowCalls, enrollmentOfAClass)
      const startedMs = new Map<string, number>()
      for (const entry of run.entries) {
        if (entry.kind === 'attempt') startedMs.set(attemptId(entry), Date.parse(entry.at))
        if (entry.kind !== 'answer' && entry.kind !== 'no answer') continue
        const durationMs = Date.parse(entry.at) - (startedMs.get(attemptId(entry)) ?? 0)
        if (durationMs < responseMsMax) continue
        return failed('The endpoint needs more than ten seconds when calls take four seconds.', run)
      }
      if (run.answers.length > 0) return passed('The endpoint answers while the work goes on.')
      return skipped('The endpoint receives no delivery.', run)
    },
  },
  {
    id: 'unknown-events',
    why: 'The service adds events and fields at any time.',
    must: 'The endpoint answers 2xx to an unknown event and to a body with unknown fields.',
    story: newName,
    needs: ['fetch'],
    perform: (runs) =>
      expectEach([
        () =>
          expectAcceptance(
            runs,
            oneEnrollment,
            { delivery: (request, own) => signedAgain(request, own, bodyWithUnknownFields) },
            'a body with unknown fields',
          ),
        () =>
          expectAcceptance(
            runs,
            newName,
            { delivery: (request, own) => signedAgain(request, own, bodyWithUnknownEvent) },
            'an unknown event',
          ),
      ]),
  },
  {
    id: 'redelivered-id',
    why: 'The service delivers at least once, also to an integration that restarted in between.',
    must: 'A delivery that arrives again changes nothing, also after a restart on the same storage.',
    story: oneEnrollment,
    needs: ['fetch', 'ending'],
    perform: (runs) =>
      expectEach([
        () => {
          const choice = { names: ['twice', 'unconfirmed'] }
          const reason = 'A repeated delivery changes nothing.'
          return expectVerdicts(runs.deviate(oneEnrollment, choice), ['converged'], reason)
        },
        async () => {
          const lost = { at: 'delivery', nth: 1, with: { response: 'lost' } } as const
          const story = withFault(oneEnrollment, 'lost-response', lost)
          const run = await runs.vary(story, { restart: wasDelivered() }, oneEnrollment)
          return expectVerdicts([run], ['converged'], 'A delivery changes nothing after a restart.')
        },
      ]),
  },
  {
    id: 'acknowledged-events',
    why: 'The service does not deliver an event again that the endpoint accepted.',
    must: 'After a crash, the integration applies each event that its endpoint answered with 2xx, without a synchronization: it stores the event before it answers.',
    story: newName,
    needs: ['fetch', 'ending'],
    perform: expectDurableAcceptance,
  },
])
