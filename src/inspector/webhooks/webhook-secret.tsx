/** The secret of one webhook: buttons that show, copy and rotate it. */
import { useState } from 'preact/hooks'
import { get, hasRoute } from '../api-client.ts'
import { copyText } from '../clipboard.ts'
import { runAction } from '../toast.ts'
import { runActOn, acts } from '../act-store.ts'

export function WebhookSecret({ id }: { readonly id: string }) {
  const [secret, setSecret] = useState<string>()
  const toggle = (): Promise<unknown> =>
    runAction(async () => setSecret(secret === undefined ? await fetchSecret(id) : undefined))
  const rotate = async (): Promise<void> => {
    setSecret(undefined)
    await runAction(() => runActOn('rotate_secret', id), 'The secret was rotated.')
  }
  return (
    <>
      {hasRoute('GET webhooks/:id') && (
        <>
          <SecretButton text={secret === undefined ? 'show secret' : 'hide secret'} run={toggle} />
          <SecretButton text="copy secret" run={() => copySecret(id)} />
        </>
      )}
      {acts.value.has('rotate_secret') && <SecretButton text="rotate secret" run={rotate} />}
      {secret !== undefined && (
        <>
          {' '}
          · <code>{secret}</code>
        </>
      )}
    </>
  )
}

interface SecretButtonProps {
  readonly text: string
  run(): Promise<unknown>
}

function SecretButton({ text, run }: SecretButtonProps) {
  return (
    <>
      {' '}
      ·{' '}
      <button type="button" class="link" onClick={() => void run()}>
        {text}
      </button>
    </>
  )
}

async function fetchSecret(id: string): Promise<string> {
  return (await get<{ secret: string }>(`webhooks/${id}`)).secret
}

const copySecret = (id: string): Promise<unknown> =>
  runAction(async () => copyText(await fetchSecret(id), 'secret'))
