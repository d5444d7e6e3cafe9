/** Checks an integration: runs the checks of the report card and collects their findings. */
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { needsAwait } from '../../engine/errors/needs-await.ts'
import { callSiteIn } from '../../engine/journal/call-site.ts'
import { needsReading } from '../../engine/errors/unread-result.ts'
import { defined } from '../../engine/errors/defined.ts'
import { EmulatorError, textOf } from '../../engine/errors/errors.ts'
import { realTimeoutSignal } from '../../engine/clock/real-time-wakeup.ts'
import { createEmulator } from '../../service/create-emulator.ts'
import { RunEnd, sentence } from '../run/run-end.ts'
import { writesNothing } from '../run/written-rows.ts'
import { IntegrationHost } from '../scenario/integration-host.ts'
import type { Connect } from '../scenario/integration.ts'
import { assertConnect } from '../scenario/run-arguments.ts'
import type { CheckDefinition } from './check-definition.ts'
import type { IntegrationPart } from './integration-part.ts'
import { type CheckOptions, checkSettingsFrom } from './check-options.ts'
import { checks } from './checks.ts'
import { findSubject } from './find-subject.ts'
import { CheckEnd, inconclusive, type Finding, skipped } from './check-verdict.ts'
import { ReportCard } from './report-card.ts'
import { newName, oneEnrollment } from './stories/enrollment-stories.ts'
import { echoesService, echoReason } from '../oracles/baseline-judgement.ts'
import { StoryRuns } from './story-runs.ts'
import { whileTrue } from './story-variant.ts'

/**
 * Runs the checks of the report card against an integration. Each check runs a story on an emulator of its own,
 * on virtual time.
 *
 * `connect` creates a new instance of the integration for each run of a story, as for `explore`.
 *
 * @throws EmulatorError for an invalid option, and if `connect` is not an integration
 * @example
 * const card = await checkIntegration(connect, { only: ['receiving', 'limits'] })
 * console.log(card.text)
 */
export function checkIntegration(
  connect: Connect,
  options: CheckOptions = {},
): Promise<ReportCard> {
  const callSite = callSiteIn(new Error('call').stack ?? '')
  return needsAwait('checkIntegration', async () => {
    assertArgumentCount('checkIntegration', 2, arguments)
    const card = await performChecks(connect, options)
    return needsReading(card, {
      subject: 'the report card',
      assertion: 'expect(card.ok, card.text).toBe(true)',
      callSite,
      // Note: a filter for failed checks finds none among those that are inconclusive.
      emptyLists: card.checks.some(({ verdict }) => verdict === 'failed') ? [] : ['checks'],
    })
  })
}

/** The same as `checkIntegration`, for a caller that reads the card. */
export async function performChecks(connect: Connect, options: CheckOptions): Promise<ReportCard> {
  assertConnect(connect, { code: 'bad_integration', action: 'check the integration' })
  const { selected, seed, baseline } = checkSettingsFrom(options)
  const { progress, signal, restarts = true } = options
  const parts = await partsOf(connect)
  // Note: checks of the same story share its baseline runs.
  const isCanceled = (): boolean => signal?.aborted === true
  const own = new StoryRuns({
    connect: whileTrue(connect, () => !isCanceled()),
    parts,
    seed,
    restarts,
  })
  const performed = checks.filter(({ id }) => selected.has(id))
  const cancellation = new Cancellation(signal)
  const subject = isCanceled() ? undefined : await cancellation.until(findSubject(own), undefined)
  const runs = subject ? own.about(subject) : own
  const findings: { check: CheckDefinition; finding: Finding }[] = []
  for (const check of performed) {
    const finding = isCanceled()
      ? inconclusive('The report card was canceled before this check.')
      : await cancellation.until(
          findingOf(check, parts, runs),
          inconclusive('The report card was canceled during this check.'),
        )
    findings.push({ check, finding })
    progress?.({ done: findings.length, total: performed.length, id: check.id })
  }
  cancellation.end()
  return new ReportCard({ findings, seed, baseline, ...defined({ subject: subject?.resource }) })
}

/** The longest real time in which the run of a canceled check ends, in milliseconds. */
const endsWithinMs = 500

/** Waits for the run of a canceled check only for a moment: its calls are not answered any more. */
class Cancellation {
  readonly #signal: AbortSignal | undefined
  readonly #ended = new AbortController()
  /** Never resolves without a signal. */
  readonly #over: Promise<void>

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal
    this.#over = new Promise((resolve) => {
      const end = (): void => {
        const limit = realTimeoutSignal(endsWithinMs)
        limit.addEventListener('abort', () => resolve(), { once: true })
      }
      signal?.addEventListener('abort', end, { once: true, signal: this.#ended.signal })
    })
  }

  /** The result of work, or another one if the card is canceled before its end. */
  async until<T>(work: Promise<T>, otherwise: T): Promise<T> {
    const found = await Promise.race([work, this.#over.then(() => otherwise)])
    return this.#signal?.aborted ? otherwise : found
  }

  /** Leaves the signal, which may serve other cards. */
  end(): void {
    this.#ended.abort()
  }
}

async function findingOf(
  check: CheckDefinition,
  parts: ReadonlySet<IntegrationPart>,
  runs: StoryRuns,
): Promise<Finding> {
  const { needs } = check
  const compares = needs.includes('ending') || needs.includes('state')
  if (compares && echoesService((await runs.baselineOf(newName)).outcome))
    return inconclusive(echoText)
  const writes = !compares || parts.has('state') || (await writesInStory(runs))
  const missing = needs.find((need) => need !== 'ending' && !parts.has(need))
  // Note: a card that compares nothing must not be ok.
  if (!writes) return inconclusive(adviceFor.state)
  if (missing !== undefined) return skipped(adviceFor[missing as IntegrationPart])
  try {
    return await check.perform(runs)
  } catch (error) {
    if (error instanceof CheckEnd) return error.finding
    throw error
  }
}

const echoText = sentence(`There is nothing to compare: ${echoReason}`)

async function writesInStory(runs: StoryRuns): Promise<boolean> {
  const { outcome } = await runs.baselineOf(oneEnrollment)
  return !writesNothing(outcome.rows)
}

/** The result of `connect` is that of the command if the integration is another process. */
const addText = (part: IntegrationPart, flag = `--${part}`): string =>
  `Add \`${part}\` to the result of \`connect\`, or ${flag} to the command.`

const adviceFor: Readonly<Record<IntegrationPart, string>> = {
  fetch: `The integration has no webhook endpoint. ${addText('fetch', '--to')}`,
  resync: `The integration has no full synchronization. ${addText('resync')}`,
  state: `There is nothing to compare. ${addText('state')}`,
  problems: `The integration reports nothing. ${addText('problems')}`,
}

/** The functions that the integration has, from an instance that is connected and stopped. */
async function partsOf(connect: Connect): Promise<ReadonlySet<IntegrationPart>> {
  const emulator = createEmulator({ world: 'empty' })
  const host = new IntegrationHost({ emulator, connect, secret: 'whsec_c2VjcmV0' })
  const connected = (async () => host.integration())()
  const integration = await connected.catch(connectFailed)
  await host.stop()
  emulator.close()
  const names = Object.keys(adviceFor) as IntegrationPart[]
  return new Set(names.filter((name) => typeof integration[name] === 'function'))
}

function connectFailed(error: unknown): never {
  if (error instanceof EmulatorError) throw error
  const action = 'check the integration'
  // Note: a process has no `connect` of its own to call in a test.
  if (error instanceof RunEnd)
    throw new EmulatorError('bad_integration', { action, reason: error.message, cause: error })
  throw new EmulatorError('bad_integration', {
    action,
    reason: `\`connect\` failed: ${error instanceof Error ? error.message : textOf(error)}`,
    advice: 'Call `connect` in a test of its own to see the cause.',
    cause: error,
  })
}
