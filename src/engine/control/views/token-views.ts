/** Lists tokens in redacted form, changes their scopes, and redacts tokens in texts. */
import type { ScopeName } from '../../service-types.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import { setScopes } from '../../emulator/methods/tokens.ts'
import type { Row } from '../../store/table.ts'
import { Problem } from '../../define/problems.ts'
import { uncachedResponse } from '../route.ts'

export interface TokenView {
  readonly id: number
  /** The first characters only. */
  readonly token: string
  readonly user_id: number
  readonly scopes: readonly string[]
  readonly application: string | null
}

export interface TokenList {
  readonly tokens: readonly TokenView[]
  /** Every scope of the service. */
  readonly scopes: readonly string[]
}

interface StoredToken extends Omit<TokenView, 'token'> {
  readonly token: string
}

const storedTokens = ({ store }: EmulatorContext): StoredToken[] =>
  [...store.scan('api_keys')].map((row) => row as Row & StoredToken)

export const viewTokens = (context: EmulatorContext): TokenView[] =>
  storedTokens(context).map((stored) => ({ ...stored, token: redact(stored.token) }))

const redact = (token: string): string => `${token.slice(0, 8)}…`

/** Replaces each token of the emulator in a text by its first characters. */
export function redactTokens(context: EmulatorContext, text: string): string {
  let redactedText = text
  for (const { token } of storedTokens(context)) {
    if (redactedText.includes(token)) redactedText = redactedText.replaceAll(token, redact(token))
  }
  return redactedText
}

/** Creates a JSON response in which tokens are redacted. */
export function redactedJson(context: EmulatorContext, value: unknown): Response {
  const text = redactTokens(context, JSON.stringify(value))
  return uncachedResponse(text, { 'content-type': 'application/json' })
}

/** Replaces the scopes of a token. */
export function setTokenScopes(context: EmulatorContext, id: string, scopes: unknown): TokenView {
  const stored = storedTokens(context).find((token) => String(token.id) === id)
  if (!stored) throw new Problem(404, { message: `There is no token ${id}.` })
  setScopes(context, stored.token, scopes as ScopeName[])
  return viewTokens(context).find((token) => token.id === stored.id) as TokenView
}
