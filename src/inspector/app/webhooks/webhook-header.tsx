/** The header of one webhook: its address, events and actions. */
import { useState } from 'preact/hooks'
import type { WebhookSummary } from '../../api/webhook-views.ts'
import { get, hasRoute } from '../api-client.ts'
import { runAction, showToast } from '../toast.ts'
import { runActOn, acts } from '../act-store.ts'
import { linkTo } from '../router.ts'
import { pluralize } from '../format.ts'

export function WebhookHeader({ webhook }: { readonly webhook: WebhookSummary }) {
  const { id, url, active, events } = webhook
  const [areEventsShown, setEventsShown] = useState(false)
  return (
    <header class="webhook-head">
      <h1>{url}</h1>
      <p>
        <span class={active ? 'tag severity-ok' : 'tag'}>{active ? 'active' : 'inactive'}</span>{' '}
        <button
          type="button"
          class="link"
          aria-expanded={areEventsShown}
          onClick={() => setEventsShown(!areEventsShown)}
        >
          {pluralize(events.length, 'event')}
        </button>{' '}
        · <a href={linkTo('tables', 'webhooks', id)}>row</a>
        {hasRoute('GET webhooks/:id') && (
          <>
            {' '}
            ·{' '}
            <button type="button" class="link" onClick={() => void copySecret(id)}>
              copy secret
            </button>
          </>
        )}
        {acts.value.has('rotate_secret') && (
          <>
            {' '}
            ·{' '}
            <button type="button" class="link" onClick={() => void rotateSecret(id)}>
              rotate secret
            </button>
          </>
        )}
      </p>
      {areEventsShown && <p class="quiet">{events.join(', ') || 'none'}</p>}
    </header>
  )
}

/** Copies the secret to the clipboard; the page never shows it. */
async function copySecret(id: string): Promise<void> {
  await runAction(async () => {
    const { secret } = await get<{ secret: string }>(`webhooks/${id}`)
    await navigator.clipboard.writeText(secret)
    showToast('The secret is in the clipboard.')
  })
}

const rotateSecret = (id: string): Promise<unknown> =>
  runAction(() => runActOn('rotate_secret', id), 'The secret was rotated.')
