/** Checks the values of tokens. */
import { scopeNamesIn } from '../define/scopes.ts'
import { quoteValue } from '../errors/argument-checks.ts'
import { EmulatorError, textOf, unknownNameError } from '../errors/errors.ts'
import { nearestName, suggestedNames } from '../errors/near-names.ts'
import type { Catalog } from '../model/catalog.ts'
import { isToken, tokenAdvice } from './access-options.ts'
import type { Settings } from './context.ts'
import type { ScopeAliases } from './service-definition.ts'

/** Every scope that an operation requires. */
export const allScopes = (catalog: Catalog): string[] =>
  [
    ...new Set([...catalog.operations.values()].flatMap(({ scopes }) => scopeNamesIn(scopes))),
  ].sort()

/** Why a token has no end, and what refuses its calls instead. */
export const endlessToken = {
  reason: 'tokens do not expire',
  advice:
    'Refuse calls with `fault({ operation: …, with: { status: 401 } })`, or remove scopes with `setScopes`.',
}

/** Throws for values that no token of the service has. */
export function assertTokenValues(
  settings: Settings,
  { token, scopes = [] }: Readonly<Record<string, unknown>>,
  action: string,
): void {
  assertScopes(settings, scopes as readonly string[], action)
  if (token === undefined || isToken(token)) return
  // Note: the message does not repeat the token, because it is a secret.
  const reason = 'the token is not valid'
  throw new EmulatorError('bad_token', { action, reason, advice: tokenAdvice })
}

/** Throws for scopes that no operation requires. */
export function assertScopes(
  { catalog, scopeAliases }: Settings,
  scopes: readonly string[],
  action: string,
): void {
  if (!Array.isArray(scopes)) {
    throw new EmulatorError('bad_scopes', {
      action,
      reason: `"scopes" is ${quoteValue(scopes)}`,
      advice: `Give a list of strings, such as ["${catalog.examples.scope}"].`,
    })
  }
  const known = allScopes(catalog)
  for (const scope of scopes) {
    if (known.includes(scope)) continue
    throw unknownScope(textOf(scope), known, scopeAliases)
  }
}

/** Names the scope whose group and verb are meant, or all scopes of the group. */
function unknownScope(
  scope: string,
  known: readonly string[],
  { groups, verbs }: ScopeAliases,
): EmulatorError {
  const [group = '', verb = ''] = scope.split(/[.:]/)
  const [knownGroups, knownVerbs] = [0, 1].map((i) => known.map((each) => each.split(':')[i] ?? ''))
  const prefix = `${meantPart(group, knownGroups, groups)}:`
  const meant = `${prefix}${meantPart(verb, knownVerbs, verbs)}`
  if (known.includes(meant)) return unknownNameError('scope', scope, known, undefined, meant)
  const ofGroup = known.filter((each) => each.startsWith(prefix))
  const hasOnlyGroup = suggestedNames(scope, known).length === 0 && ofGroup.length > 0
  return unknownNameError('scope', scope, hasOnlyGroup ? ofGroup : known)
}

/** The known part of a scope that a part means, directly or with another name. */
function meantPart(
  part: string,
  known: readonly string[] = [],
  aliases: Readonly<Record<string, string>>,
): string {
  const name = nearestName(part, [...known, ...Object.keys(aliases)]) ?? part
  return (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name
}
