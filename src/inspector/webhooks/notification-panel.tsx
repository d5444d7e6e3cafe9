/** The panel of one notification: its payload and its attempts with headers and responses. */
import { useState } from 'preact/hooks'
import type { Attempt, Notification } from '../../engine/control/views/webhook-views.ts'
import { get } from '../api-client.ts'
import { runAction } from '../toast.ts'
import { runActOn, acts } from '../act-store.ts'
import { refreshTick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { Panel } from '../components/panel.tsx'
import { navigate, linkTo } from '../router.ts'
import { entryByNumber } from '../journal-store.ts'
import { formatTimestamp, formatDuration, prettyJson } from '../format.ts'

export function NotificationPanel({
  webhook,
  id,
}: {
  readonly webhook: string
  readonly id: string
}) {
  const path = `notifications/${encodeURIComponent(id)}`
  const { value, missing, reload } = useLoaded(
    path,
    () => get<Notification>(path),
    refreshTick.value,
  )
  const redeliver = async (): Promise<void> => {
    await runAction(() => runActOn('redeliver', id), 'The notification is queued again.')
    reload()
  }
  return (
    <Panel
      title={value?.event ?? (missing ? 'Not found' : '…')}
      subtitle={`notification ${id}`}
      onClose={() => navigate('webhooks', webhook)}
    >
      {missing && <p class="reason">{missing}</p>}
      {value && (
        <>
          <p class="row">
            <span class={`tag severity-${severityByStatus[value.status]}`}>{value.status}</span>
            {entryByNumber(value.cause) && (
              <a href={linkTo('timeline', value.cause)}>in the timeline</a>
            )}
            <span class="spacer" />
            {acts.value.has('redeliver') && (
              <button type="button" onClick={() => void redeliver()}>
                Redeliver
              </button>
            )}
          </p>
          {value.attempts.length === 0 && <p class="quiet">No attempts yet.</p>}
          <ol class="attempt-list">
            {value.attempts.map((attempt) => (
              <li key={attempt.number}>
                <AttemptDetails attempt={attempt} />
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

/** The severity in which a notification is shown, by its status. */
export const severityByStatus = {
  pending: 'plain',
  retry: 'refused',
  succeeded: 'ok',
  failed: 'failed',
} as const

function AttemptDetails({ attempt }: { readonly attempt: Attempt }) {
  const [open, setOpen] = useState(false)
  const { number, at, status, response, ended, headers } = attempt
  const isSuccess = status !== null && status >= 200 && status < 300
  const severity = ended === null ? 'plain' : isSuccess ? 'ok' : 'failed'
  return (
    <>
      <button type="button" class="attempt" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span class={`dot severity-${severity}`} />
        <span>attempt {number}</span>
        <span class="when">{formatTimestamp(at)}</span>
        <span class="spacer" />
        <span>{ended === null ? 'under way' : (status ?? 'no response')}</span>
        {ended !== null && <span class="quiet">{formatElapsed(at, ended)}</span>}
      </button>
      {open && (
        <div class="attempt-body">
          <dl class="facts">
            {Object.entries(headers).map(([name, value]) => (
              <>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </>
            ))}
          </dl>
          <h4>Response</h4>
          <pre tabIndex={0}>{response ? prettyJson(response) : '(empty)'}</pre>
        </div>
      )}
    </>
  )
}

function formatElapsed(at: string, ended: string): string {
  const ms = Date.parse(ended) - Date.parse(at)
  return ms === 0 ? 'immediately' : `after ${formatDuration(ms)}`
}
