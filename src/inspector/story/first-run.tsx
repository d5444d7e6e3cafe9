/** What a page offers while nothing has happened: an act, a call and a webhook. */
import { useState } from 'preact/hooks'
import type { RowPageView } from '../../engine/control/views/table-views.ts'
import { acts } from '../act-store.ts'
import { callApi, get, hasRoute } from '../api-client.ts'
import { copyText } from '../clipboard.ts'
import { emulatorInfo } from '../live-feed.ts'
import { runAction } from '../toast.ts'

export function FirstRun() {
  const [isWebhookShown, setWebhookShown] = useState(false)
  const canAct = acts.value.has('merge_users') && hasRoute('GET tables/:id')
  return (
    <div class="empty">
      <h2>Nothing has happened yet</h2>
      <p>Each call, change and delivery appears here at once, with what caused it.</p>
      <p class="row centered">
        {canAct && (
          <button type="button" class="primary" onClick={() => void mergeUsers()}>
            Merge two users
          </button>
        )}
        {hasRoute('POST tokens') && (
          <button type="button" onClick={() => void copyCall()}>
            Send a call
          </button>
        )}
        {acts.value.has('register_webhook') && (
          <button
            type="button"
            aria-expanded={isWebhookShown}
            onClick={() => setWebhookShown(!isWebhookShown)}
          >
            Connect my webhook
          </button>
        )}
      </p>
      {isWebhookShown && <WebhookForm />}
    </div>
  )
}

/** Merges the two newest users. */
const mergeUsers = (): Promise<unknown> =>
  runAction(async () => {
    const { rows } = await get<RowPageView>('tables/users?limit=2&order=desc')
    const [primary, secondary] = rows
    if (!primary || !secondary)
      throw new Error('Could not merge two users: there are fewer. Create users first.')
    await callApi('POST', 'acts/merge_users', {
      primary_user_id: primary.id,
      secondary_user_id: secondary.id,
    })
  }, 'The users are merged.')

/** Copies a command with a new token, which works as it is. */
const copyCall = (): Promise<unknown> =>
  runAction(async () => {
    const { token } = await callApi<{ token: string }>('POST', 'tokens', {})
    const url = `${emulatorInfo.value?.baseUrl ?? ''}/users?per_page=2`
    await copyText(`curl -H 'Authorization: Bearer ${token}' '${url}'`, 'call')
  })

function WebhookForm() {
  const [url, setUrl] = useState('http://127.0.0.1:3000/hooks')
  const register = (event: Event): void => {
    event.preventDefault()
    void runAction(
      () => callApi('POST', 'acts/register_webhook', { url }),
      'The webhook gets all events.',
    )
  }
  return (
    <form class="row centered" onSubmit={register}>
      <input
        class="wide"
        type="url"
        required
        aria-label="Address of your webhook"
        value={url}
        onInput={(event) => setUrl(event.currentTarget.value)}
      />
      <button type="submit" class="primary">
        Connect
      </button>
    </form>
  )
}
