/** Describes the pending tasks that code may wait for: deliveries, sleeps and shared timers. */
import { formatUtcTime } from '../../journal/sentence-parts.ts'
import {
  attemptResponseTask,
  attemptTask,
  redeliverTask,
  retryTask,
  startQueuedTask,
} from '../../deliver/due-tasks.ts'
import type { DueTask } from '../../clock/agenda.ts'
import { stringifyDuration } from '../../clock/duration.ts'
import { type ExternalTimer, externalTimerKind } from '../../clock/external-timers.ts'
import { isObject } from '../../errors/argument-checks.ts'
import type { EmulatorContext } from '../context.ts'
import { shownWebhookUrl } from './views.ts'

type Description = (context: EmulatorContext, payload: unknown) => string

/** The tasks that code may wait for. Scheduled transitions and timeouts of attempts are not among them. */
const descriptions: Readonly<Record<string, Description>> = {
  [startQueuedTask]: (context, payload) => `a delivery to ${webhookUrl(context, payload)}`,
  [attemptTask]: (context, payload) => `an attempt${deliveryName(context, payload)}`,
  [retryTask]: (context, payload) => `a retry${deliveryName(context, payload)}`,
  [redeliverTask]: (context, payload) => `a redelivery${deliveryName(context, payload)}`,
  [attemptResponseTask]: (context, payload) =>
    `the answer of a receiver${deliveryName(context, payload)}`,
  wake: () => 'the end of a sleep',
  [externalTimerKind]: (_, payload) => {
    const { name, delayMs } = payload as Omit<ExternalTimer, 'at'>
    return `a shared timer (${name} of ${stringifyDuration(delayMs)})`
  },
}

/** The maximum number of tasks in a description. */
const describedMax = 3

/** Returns the pending tasks that code may wait for, soonest first. */
const awaitedTasks = ({ clock }: EmulatorContext): DueTask[] =>
  clock.pending().filter(({ kind }) => Object.hasOwn(descriptions, kind))

/** Describes the first awaited tasks: `a retry of user.merged to https://… at 09:05:00`. */
function describeAwaitedTasks(context: EmulatorContext): string {
  const tasks = awaitedTasks(context)
  const named = tasks.slice(0, describedMax).map(({ at, kind, payload }) => {
    const description = descriptions[kind] as Description
    return `${description(context, payload)} at ${formatUtcTime(at)}`
  })
  const remainder = tasks.length > describedMax ? ` and ${tasks.length - describedMax} more` : ''
  return named.join(', ') + remainder
}

/** The awaited tasks as a sentence for an advice, with a space after it. Empty if there are none. */
export function pendingSentence(context: EmulatorContext): string {
  const tasks = describeAwaitedTasks(context)
  return tasks === '' ? '' : `Pending: ${tasks}. `
}

/** The line of a failure report with the awaited tasks, if only the test advances the clock. */
export function pendingTaskLines(context: EmulatorContext): string[] {
  const { clock, settings } = context
  const [next] = awaitedTasks(context)
  if (!next || settings.mode !== 'virtual') return []
  const waitMs = next.at - clock.now()
  const call = waitMs > 0 ? `advance('${stringifyDuration(waitMs)}')` : 'settle()'
  return [
    `Pending: ${describeAwaitedTasks(context)}. \`await emulator.${call}\` runs the first. ` +
      '`await emulator.run(work)` runs all that `work` waits for.',
  ]
}

const webhookUrl = ({ store }: EmulatorContext, payload: unknown): string =>
  shownWebhookUrl(store, String(payload)) ?? 'a deleted webhook'

/** Names the event and the URL of the notification in a payload. Empty if the notification is gone. */
function deliveryName({ store }: EmulatorContext, payload: unknown): string {
  const id = isObject(payload) ? payload['id'] : payload
  const notification = store.get('webhook_notifications', String(id))
  if (!notification) return ''
  const url = shownWebhookUrl(store, String(notification['webhook_id']))
  return ` of ${String(notification['event'])}${url === undefined ? '' : ` to ${url}`}`
}
