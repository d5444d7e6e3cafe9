/** Shows tokens without giving them away, changes what they may do, and keeps them out of other texts. */
import type { ScopeName } from '../../generated/rows.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
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

const storedTokens = ({ store }: EmulatorContext): StoredToken[] =>
  [...store.scan('api_keys')] as unknown as StoredToken[]

export const viewTokens = (context: EmulatorContext): TokenView[] =>
  storedTokens(context).map((stored) => ({ ...stored, token: redact(stored.token) }))

const redact = (token: string): string => `${token.slice(0, 8)}…`

/** A text in which no token of this emulator can be read. */
export function redactTokens(context: EmulatorContext, text: string): string {
  let redactedText = text
  for (const { token } of storedTokens(context)) {
    if (redactedText.includes(token)) redactedText = redactedText.replaceAll(token, redact(token))
  }
  return redactedText
}

/** The same value, as JSON in which no token can be read. */
export function redactedJson(context: EmulatorContext, value: unknown): Response {
  const text = redactTokens(context, JSON.stringify(value))
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  return new Response(text, { headers })
}

/** What a token may do from now on. */
export function setTokenScopes(context: EmulatorContext, id: string, scopes: unknown): TokenView {
  const stored = storedTokens(context).find((token) => String(token.id) === id)
  if (!stored) throw new Problem(404, { message: `There is no token ${id}.` })
  setScopes(context, stored.token, scopes as ScopeName[])
  return viewTokens(context).find((token) => token.id === stored.id) as TokenView
}
