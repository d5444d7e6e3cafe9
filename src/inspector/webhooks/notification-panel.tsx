/** The panel of one notification: why it was delivered or not, its attempts, and its payload. */
import type { Attempt, Notification } from '../../engine/model/notification.ts'
import { formatDuration, formatTimestamp, prettyJson } from '../../report/format.ts'
import { acts, runActOn } from '../act-store.ts'
import { EntryTabs, useEntry } from '../components/entry-tabs.tsx'
import { Panel } from '../components/panel.tsx'
import { linkTo, navigate } from '../router.ts'
import { storyEntries } from '../story-store.ts'
import { runAction } from '../toast.ts'
import { useRoute } from '../use-loaded.ts'

interface Props {
  readonly webhook: string
  readonly id: string
}

export function NotificationPanel({ webhook, id }: Props) {
  const path = `notifications/${encodeURIComponent(id)}`
  const { value, missing } = useRoute<Notification>(path)
  const attempts = storyEntries().filter(
    ({ kind, notification }) => kind === 'attempt' && notification === id,
  )
  const last = attempts.at(-1)
  return (
    <Panel
      title={value?.event ?? (missing ? 'Not found' : '…')}
      subtitle={`notification ${id}`}
      extra={
        value && (
          <span class={`tag severity-${severityByStatus[value.status]}`}>{value.status}</span>
        )
      }
      onClose={() => navigate('webhooks', webhook)}
    >
      {missing && <p class="reason">{missing}</p>}
      {value && (
        <>
          {last ? (
            <AttemptDetails key={last.number} number={last.number} />
          ) : (
            <Unsent notification={value} />
          )}
          {value.attempts.length > 0 && <h3>Attempts</h3>}
          <ol class="linked">
            {value.attempts.map((attempt, i) => (
              <li key={attempt.number}>
                <AttemptLine
                  attempt={attempt}
                  entry={attempts.at(i - value.attempts.length)?.number}
                />
              </li>
            ))}
          </ol>
          <h3>Payload</h3>
          <pre tabIndex={0}>{prettyJson(value.body)}</pre>
        </>
      )}
    </Panel>
  )
}

/** What the story tells of the last attempt: why it failed, when the next one comes, and what to do about it. */
function AttemptDetails({ number }: { readonly number: number }) {
  const { value, missing } = useEntry(number)
  if (missing) return <p class="reason">{missing}</p>
  return value ? <EntryTabs view={value} /> : null
}

function Unsent({
  notification: { id, status, attempts },
}: {
  readonly notification: Notification
}) {
  const text =
    attempts.length === 0
      ? status === 'pending'
        ? 'Not delivered yet: the first attempt is due.'
        : 'Not sent.'
      : 'The journal does not hold the attempts any more.'
  return (
    <>
      <p class="reason">{text}</p>
      {acts.value.has('redeliver') && attempts.length > 0 && (
        <button
          type="button"
          onClick={() =>
            void runAction(() => runActOn('redeliver', id), 'The notification is queued again.')
          }
        >
          Redeliver
        </button>
      )}
    </>
  )
}

/** The severity in which a notification is shown, by its status. */
export const severityByStatus = {
  pending: 'plain',
  retry: 'refused',
  succeeded: 'ok',
  failed: 'failed',
} as const

interface AttemptLineProps {
  readonly attempt: Attempt
  /** The number of its entry; undefined if the journal dropped it. */
  readonly entry: number | undefined
}

/** The severity in which an attempt is shown. */
export function severityOfAttempt({ status, ended }: Pick<Attempt, 'status' | 'ended'>): string {
  if (ended === null) return 'plain'
  return status !== null && status >= 200 && status < 300 ? 'ok' : 'failed'
}

function AttemptLine({ attempt, entry }: AttemptLineProps) {
  const { number, at, status, ended } = attempt
  const elapsedMs = ended === null ? 0 : Date.parse(ended) - Date.parse(at)
  return (
    <a {...(entry !== undefined && { href: linkTo('story', entry) })}>
      <span class={`dot severity-${severityOfAttempt(attempt)}`} />
      <span>attempt {number}</span>
      <span class="when">{formatTimestamp(at)}</span>
      <span class="spacer" />
      <span>{ended === null ? 'under way' : (status ?? 'no response')}</span>
      {elapsedMs > 0 && <span class="quiet">after {formatDuration(elapsedMs)}</span>}
    </a>
  )
}
