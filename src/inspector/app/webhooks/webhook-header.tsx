/** What there is to know of one webhook, and what can be done to it. */
import { useState } from 'preact/hooks'
import type { WebhookSummary } from '../../api/webhook-views.ts'
import { doing, get, has, say } from '../api-client.ts'
import { actOn, acts } from '../act-store.ts'
import { linkTo } from '../router.ts'
import { plural } from '../format.ts'

export function WebhookHead({ webhook }: { readonly webhook: WebhookSummary }) {
  const { id, url, active, events } = webhook
  const [shown, setShown] = useState(false)
  return (
    <header class="webhook-head">
      <h1>{url}</h1>
      <p>
        <span class={active ? 'tag tone-ok' : 'tag'}>{active ? 'active' : 'inactive'}</span>{' '}
        <button type="button" class="link" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {plural(events.length, 'event')}
        </button>{' '}
        · <a href={linkTo('tables', 'webhooks', id)}>row</a>
        {has('GET webhooks/:id') && (
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
            <button type="button" class="link" onClick={() => void rotate(id)}>
              rotate secret
            </button>
          </>
        )}
      </p>
      {shown && <p class="quiet">{events.join(', ') || 'none'}</p>}
    </header>
  )
}

/** The secret goes to the clipboard and never into the page. */
async function copySecret(id: string): Promise<void> {
  await doing(async () => {
    const { secret } = await get<{ secret: string }>(`webhooks/${id}`)
    await navigator.clipboard.writeText(secret)
    say('The secret is in the clipboard.')
  })
}

const rotate = (id: string): Promise<unknown> =>
  doing(() => actOn('rotate_secret', id), 'The secret was rotated.')
