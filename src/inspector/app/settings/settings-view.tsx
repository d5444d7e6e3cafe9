/** The view of what can be switched: feature flags, and what each token may do. */
import { useState } from 'preact/hooks'
import type { TokenView } from '../../api/token-views.ts'
import { call, doing, get, has } from '../api-client.ts'
import { tick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { Switch } from '../components/switch.tsx'
import { linkTo } from '../router.ts'
import { formatCount } from '../format.ts'

export function SwitchesView() {
  return (
    <section class="main page-like" aria-label="Switches">
      <header class="tools">
        <h1>Switches</h1>
      </header>
      {has('GET flags') && <Flags />}
      {has('GET tokens') && <Tokens />}
    </section>
  )
}

function Flags() {
  const { value, reload } = useLoaded(
    'flags',
    () => get<Record<string, boolean>>('flags'),
    tick.value,
  )
  const turn = async (name: string, on: boolean): Promise<void> => {
    await doing(() => call('POST', 'flags', { [name]: on }), `${name} is ${on ? 'on' : 'off'}.`)
    reload()
  }
  return (
    <>
      <h2>Feature flags</h2>
      <p class="quiet">
        What an environment has switched on. A call behind a flag that is off is refused.
      </p>
      <div class="columns">
        {Object.entries(value ?? {}).map(([name, on]) => (
          <Switch key={name} label={name} on={on} turn={(to) => void turn(name, to)} />
        ))}
      </div>
    </>
  )
}

interface Listed {
  readonly tokens: readonly TokenView[]
  readonly scopes: readonly string[]
}

function Tokens() {
  const { value, reload } = useLoaded('tokens', () => get<Listed>('tokens'), tick.value)
  const [minted, setMinted] = useState('')
  const mint = async (): Promise<void> => {
    const made = await doing(() => call<{ token: string }>('POST', 'tokens', {}))
    if (made) setMinted(made.token)
    reload()
  }
  return (
    <>
      <h2>Tokens</h2>
      <p class="quiet">
        Tokens are shown by their beginning. What you take away is missed by the next call.
      </p>
      {value?.tokens.map((token) => (
        <Token key={token.id} token={token} scopes={value.scopes} changed={reload} />
      ))}
      <p class="row">
        <button type="button" onClick={() => void mint()}>
          Mint a token
        </button>
        {minted && (
          <button type="button" class="link" onClick={() => void copy(minted)}>
            copy the new one
          </button>
        )}
      </p>
    </>
  )
}

const copy = (text: string): Promise<unknown> =>
  doing(() => navigator.clipboard.writeText(text), 'It is in the clipboard.')

interface TokenGiven {
  readonly token: TokenView
  readonly scopes: readonly string[]
  readonly changed: () => void
}

function Token({ token, scopes, changed }: TokenGiven) {
  const [open, setOpen] = useState(false)
  const held = new Set(token.scopes)
  const set = async (wanted: readonly string[]): Promise<void> => {
    await doing(() => call('PUT', `tokens/${token.id}`, { scopes: wanted }))
    changed()
  }
  const turn = (scope: string, on: boolean): Promise<void> =>
    set(scopes.filter((each) => (each === scope ? on : held.has(each))))
  return (
    <section class="card" aria-label={`Token ${token.id}`}>
      <header class="row">
        <code>{token.token}</code>
        <a href={linkTo('tables', 'users', token.user_id)}>user {token.user_id}</a>
        {token.application && <span class="tag">{token.application}</span>}
        <span class="spring" />
        <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {formatCount(held.size)} of {formatCount(scopes.length)} scopes
        </button>
      </header>
      {open && (
        <>
          <p class="row">
            <button type="button" onClick={() => void set(scopes)}>
              All
            </button>
            <button type="button" onClick={() => void set([])}>
              None
            </button>
            <button type="button" onClick={() => void set(scopes.filter(isReading))}>
              Only reading
            </button>
          </p>
          <div class="columns">
            {scopes.map((scope) => (
              <Switch
                key={scope}
                label={scope}
                on={held.has(scope)}
                turn={(on) => void turn(scope, on)}
              />
            ))}
          </div>
        </>
      )}
    </section>
  )
}

const isReading = (scope: string): boolean => scope.endsWith(':read')
