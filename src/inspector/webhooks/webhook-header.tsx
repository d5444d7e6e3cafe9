/** The header of one webhook: its address, events and actions. */
import { useState } from 'preact/hooks'
import type { WebhookSummary } from '../../engine/control/views/webhook-views.ts'
import { linkTo } from '../router.ts'
import { pluralize } from '../../report/format.ts'
import { WebhookSecret } from './webhook-secret.tsx'

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
        · <a href={linkTo('records', 'webhooks', id)}>row</a>
        <WebhookSecret key={id} id={id} />
      </p>
      {areEventsShown && <p class="quiet">{events.join(', ') || 'none'}</p>}
    </header>
  )
}
