/** The instances at this address in the settings: the first one, those of tests, and forks. */
import type { InstanceView } from '../../engine/control/instance-routes.ts'
import { formatTimestamp } from '../../report/format.ts'
import { callApi, instanceKey } from '../api-client.ts'
import { copyText } from '../clipboard.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { runAction } from '../toast.ts'
import { useRoute } from '../use-loaded.ts'

export function Instances() {
  const { value = [], reload } = useRoute<InstanceView[]>('instances')
  const close = async (key: string): Promise<void> => {
    await runAction(() => callApi('DELETE', `instances/${encodeURIComponent(key)}`))
    reload()
  }
  return (
    <>
      <h2>Instances</h2>
      <p class="quiet">
        Each instance is an emulator of its own at this address. Its token, or the header{' '}
        <code>x-emulator-instance</code>, chooses it.
      </p>
      <ul class="snapshots">
        {value.map(({ key, now, token }) => (
          <li key={key} class="card row">
            <strong>{key || 'the first instance'}</strong>
            <span class="when">{formatTimestamp(now)}</span>
            <span class="spacer" />
            {key === instanceKey ? (
              <span class="tag severity-ok">this page</span>
            ) : (
              <a href={key === '' ? location.pathname : `?instance=${encodeURIComponent(key)}`}>
                Open
              </a>
            )}
            <button type="button" class="link" onClick={() => void copyText(token, 'token')}>
              copy its token
            </button>
            {key !== '' && key !== instanceKey && (
              <ConfirmButton
                label="close"
                class="link"
                question={`Close the instance “${key}”? Its rows and its story are gone then.`}
                confirm="Close"
                onConfirm={() => void close(key)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
