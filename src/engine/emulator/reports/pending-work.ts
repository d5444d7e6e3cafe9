/** Describes the pending tasks that code may wait for: deliveries, sleeps and shared timers. */
import { formatUtcTime } from '../../journal/sentence-parts.ts'
import {
  attemptResponseTask,
  attemptTask,
  attemptTimeoutTask,
  redeliverTask,
  retryTask,
  startQueuedTask,
} from '../../deliver/due-tasks.ts'
import type { DueTask } from '../../clock/agenda.ts'
import { stringifyDuration } from '../../clock/duration.ts'
import { type ExternalTimer, externalTimerKind } from '../../clock/external-timers.ts'
import { isObject } from '../../errors/argument-checks.ts'
import type { Notification } from '../../model/notification.ts'
import type { Row } from '../../store/table.ts'
import type { EmulatorContext } from '../context.ts'
import { shownWebhookUrl } from './views.ts'
import { defined } from '../../errors/defined.ts'

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

/** A task that code may wait for. */
interface DescribedTask {
  /** In milliseconds since 1970. */
  readonly at: number
  /** `a retry of user.merged to https://…` */
  readonly title: string
  /** The id of the webhook of a delivery. */
  readonly webhook?: string
}

/** Describes the awaited tasks, soonest first. */
export const describedTasks = (context: EmulatorContext): DescribedTask[] =>
  awaitedTasks(context).map(({ at, kind, payload }) => {
    const webhook = kind === startQueuedTask ? String(payload) : webhookOf(context, payload)
    const title = (descriptions[kind] as Description)(context, payload)
    return { at, title, ...defined({ webhook }) }
  })

/** Describes the first awaited tasks: `a retry of user.merged to https://… at 09:05:00`. */
function describeAwaitedTasks(context: EmulatorContext): string {
  const tasks = describedTasks(context)
  const named = tasks
    .slice(0, describedMax)
    .map(({ at, title }) => `${title} at ${formatUtcTime(at)}`)
  const remainder = tasks.length > describedMax ? ` and ${tasks.length - describedMax} more` : ''
  return named.join(', ') + remainder
}

/** The awaited tasks as a sentence for an advice, with a space after it. Empty if there are none. */
export function pendingSentence(context: EmulatorContext): string {
  const tasks = describeAwaitedTasks(context)
  return tasks === '' ? '' : `Pending: ${tasks}. `
}

/** The code of a test waits for shared timers too, and no longer than its own limit. */
const waitOfTest = (): string =>
  `, also a wait of the test itself${hasPage() ? ': `run(() => screen.findByText("…"))`' : ''}. For a timer that is due later than that wait ends, such as a poll each minute, call \`await emulator.advance("1m")\` first`

const hasPage = (): boolean => 'document' in globalThis

/** The line of a failure report with the awaited tasks, if only the test advances the clock. */
export function pendingTaskLines(context: EmulatorContext): string[] {
  const { clock, settings } = context
  const [next] = awaitedTasks(context)
  if (!next || settings.mode !== 'virtual') return []
  const waitMs = next.at - clock.now()
  const call = waitMs > 0 ? `advance('${stringifyDuration(waitMs)}')` : 'settle()'
  const ofTest = next.kind === externalTimerKind ? waitOfTest() : ''
  return [
    `Pending: ${describeAwaitedTasks(context)}. \`await emulator.${call}\` runs the first. ` +
      `\`await emulator.run(work)\` runs all that \`work\` waits for${ofTest}.`,
  ]
}

const webhookUrl = ({ store }: EmulatorContext, payload: unknown): string =>
  shownWebhookUrl(store, String(payload)) ?? 'a deleted webhook'

/** The notification in a payload. Undefined if it is gone. */
const notificationOf = ({ store }: EmulatorContext, payload: unknown): Row | undefined =>
  store.get('webhook_notifications', String(isObject(payload) ? payload['id'] : payload))

const webhookOf = (context: EmulatorContext, payload: unknown): string | undefined =>
  notificationOf(context, payload)?.['webhook_id'] as string | undefined

/** Names the event and the URL of the notification in a payload. Empty if the notification is gone. */
function deliveryName(context: EmulatorContext, payload: unknown): string {
  const { store } = context
  const notification = notificationOf(context, payload)
  if (!notification) return ''
  const url = shownWebhookUrl(store, String(notification['webhook_id']))
  return ` of ${String(notification['event'])}${url === undefined ? '' : ` to ${url}`}`
}

/** The tasks of one notification. */
const notificationTasks: readonly string[] = [
  attemptTask,
  retryTask,
  redeliverTask,
  attemptResponseTask,
  attemptTimeoutTask,
]

/** The time of the next task of a notification, in milliseconds since 1970. */
export function nextTaskAt(
  { clock }: EmulatorContext,
  { id, webhook_id }: Notification,
): number | undefined {
  const tasks = clock.pending()
  const own = tasks.find(
    ({ kind, payload }) =>
      notificationTasks.includes(kind) && (isObject(payload) ? payload['id'] : payload) === id,
  )
  if (own) return own.at
  return tasks.find(({ kind, payload }) => kind === startQueuedTask && payload === webhook_id)?.at
}
