/** Shows tokens without giving them away, changes what they may do, and keeps them out of other texts. */
import type { ScopeName } from '../../generated/rows.ts'
import type { Assembly } from '../../emulator/context.ts'
import { setScopes } from '../../emulator/methods/tokens.ts'
import { Problem } from '../../define/problems.ts'

export interface TokenView {
  readonly id: number
  /** Its beginning, and no more. */
  readonly token: string
  readonly user_id: number
  readonly scopes: readonly string[]
  readonly application: string | null
}

interface StoredToken extends Omit<TokenView, 'token'> {
  readonly token: string
}

const tokensIn = ({ store }: Assembly): StoredToken[] =>
  [...store.walk('api_keys')] as unknown as StoredToken[]

export const viewTokens = (assembly: Assembly): TokenView[] =>
  tokensIn(assembly).map((stored) => ({ ...stored, token: redacted(stored.token) }))

const redacted = (token: string): string => `${token.slice(0, 8)}…`

/** A text in which no token of this emulator can be read. */
export function withoutTokens(assembly: Assembly, text: string): string {
  let clean = text
  for (const { token } of tokensIn(assembly)) {
    if (clean.includes(token)) clean = clean.replaceAll(token, redacted(token))
  }
  return clean
}

/** The same value, as JSON in which no token can be read. */
export function withTokensHidden(assembly: Assembly, value: unknown): Response {
  const text = withoutTokens(assembly, JSON.stringify(value))
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return new Response(text, { headers })
}

/** What a token may do from now on. */
export function changeScopes(assembly: Assembly, id: string, scopes: unknown): TokenView {
  const stored = tokensIn(assembly).find((token) => String(token.id) === id)
  if (!stored) throw new Problem(404, { message: `There is no token ${id}.` })
  setScopes(assembly, stored.token, scopes as ScopeName[])
  return viewTokens(assembly).find((token) => token.id === stored.id) as TokenView
}
