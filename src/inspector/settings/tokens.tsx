/** The tokens in the settings, with their scopes. */
import { useState } from 'preact/hooks'
import type { TokenList, TokenView } from '../../engine/control/views/token-views.ts'
import { formatCount } from '../../report/format.ts'
import { callApi } from '../api-client.ts'
import { copyText } from '../clipboard.ts'
import { Switch } from '../components/switch.tsx'
import { linkTo } from '../router.ts'
import { runAction } from '../toast.ts'
import { useRoute } from '../use-loaded.ts'

export function Tokens() {
  const { value, reload } = useRoute<TokenList>('tokens')
  const [mintedToken, setMintedToken] = useState('')
  const mint = async (): Promise<void> => {
    const created = await runAction(
      () => callApi<{ token: string }>('POST', 'tokens', {}),
      'The token is minted.',
    )
    if (created) setMintedToken(created.token)
    reload()
  }
  return (
    <>
      <h2>Tokens</h2>
      <p class="quiet">
        Only the first characters of a token are shown. A change of scopes applies from the next
        request.
      </p>
      {value?.tokens.map((token) => (
        <Token key={token.id} token={token} scopes={value.scopes} onChanged={reload} />
      ))}
      <p class="row">
        <button type="button" onClick={() => void mint()}>
          Mint a token
        </button>
        {mintedToken && (
          <button type="button" class="link" onClick={() => void copyText(mintedToken, 'token')}>
            copy the new token
          </button>
        )}
      </p>
    </>
  )
}

interface TokenProps {
  readonly token: TokenView
  readonly scopes: readonly string[]
  readonly onChanged: () => void
}

function Token({ token, scopes, onChanged }: TokenProps) {
  const [open, setOpen] = useState(false)
  const grantedScopes = new Set(token.scopes)
  const setScopes = async (newScopes: readonly string[]): Promise<void> => {
    await runAction(() => callApi('PUT', `tokens/${token.id}`, { scopes: newScopes }))
    onChanged()
  }
  const switchScope = (scope: string, on: boolean): Promise<void> =>
    setScopes(scopes.filter((each) => (each === scope ? on : grantedScopes.has(each))))
  return (
    <section class="card" aria-label={`Token ${token.id}`}>
      <header class="row">
        <code>{token.token}</code>
        <a href={linkTo('records', 'users', token.user_id)}>user {token.user_id}</a>
        {token.application && <span class="tag">{token.application}</span>}
        <span class="spacer" />
        <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {formatCount(grantedScopes.size)} of {formatCount(scopes.length)} scopes
        </button>
      </header>
      {open && (
        <>
          <p class="row">
            <button type="button" onClick={() => void setScopes(scopes)}>
              All
            </button>
            <button type="button" onClick={() => void setScopes([])}>
              None
            </button>
            <button type="button" onClick={() => void setScopes(scopes.filter(isReadScope))}>
              Read only
            </button>
          </p>
          <div class="columns">
            {scopes.map((scope) => (
              <Switch
                key={scope}
                label={scope}
                checked={grantedScopes.has(scope)}
                onToggle={(on) => void switchScope(scope, on)}
              />
            ))}
          </div>
        </>
      )}
    </section>
  )
}

const isReadScope = (scope: string): boolean => scope.endsWith(':read')
