/** Tokens: mints them and changes their scopes. */
import { scopesKind } from '../../journal/kinds/scopes.ts'
import type { Ref, ScopeName, User } from '../../service-types.ts'
import { toId } from '../../kit/record-origin.ts'
import { quoteValue, textCheck } from '../../errors/argument-checks.ts'
import { type Named, option, type OptionsOf, readOptions } from '../../errors/options.ts'
import { EmulatorError } from '../../errors/errors.ts'
import type { EmulatorContext, Settings } from '../context.ts'
import { MethodGroup } from '../method-group.ts'
import { allScopes, assertScopes, endlessToken } from '../token-checks.ts'
import { sentTokenOf, storedTokenOf, ownerTable } from '../tokens.ts'
import { administratorId } from '../worlds/seeded-world.ts'

export class TokenMethodGroup extends MethodGroup {
  /** Creates a token. @throws EmulatorError for an unknown scope, user or option */
  mintToken(options?: TokenOptions): string {
    const { settings, model, random, store } = this.context
    const { scopes, user, application } = readOptions(
      tokenOptions,
      options === undefined ? {} : options,
      {
        action: mintAction,
        code: 'bad_token',
        example: `{ scopes: ["${settings.catalog.examples.scope}"] }`,
        misplaced: (name) => (/expir|ttl|lifetime|valid/i.test(name) ? endlessToken : undefined),
      },
    )
    assertScopes(settings, scopes ?? [], mintAction)
    const user_id = toId(this.context, user === undefined ? administratorId : user, {
      resource: ownerTable(settings.catalog),
      name: 'user',
      action: mintAction,
    })
    if (typeof user_id !== 'number') {
      throw new EmulatorError('bad_token', {
        action: mintAction,
        reason: `"user" is ${quoteValue(user)}`,
        advice: 'Give the id of a user, a number.',
      })
    }
    if (!store.get(ownerTable(settings.catalog), user_id))
      throw user === undefined ? deletedAdministrator(settings) : unknownOwner(user_id, settings)
    return model.runWithoutEvents((tx) => {
      const id = tx.reserve('api_keys')
      const token = `token-${random.stream('token', id).hex(24)}`
      const row = { id, token, user_id, scopes: [...(scopes ?? allScopes(settings.catalog))] }
      tx.insert('api_keys', { ...row, application: application ?? null })
      return sentTokenOf(token, settings)
    })
  }

  /**
   * Replaces the scopes of a token, as its owner can while it is in use.
   *
   * @throws EmulatorError for an unknown scope or token
   * @example
   * emulator.setScopes(emulator.token, ['courses:read'])
   */
  setScopes(token: string, scopes: readonly ScopeName[]): void {
    setScopes(this.context, token, scopes)
  }
}

/** The scopes and the owner of a new token. */
export const tokenOptions = {
  /** Default: every scope. */
  scopes: option<readonly ScopeName[]>(),
  /** The user who owns the token. Default: the administrator. */
  user: option<Ref<User>>(),
  /** Tokens of one application share a rate window. Default: none. */
  application: option<string>(textCheck),
}

/** The scopes and the owner of a new token. */
export interface TokenOptions extends OptionsOf<typeof tokenOptions>, Named {}

const mintAction = 'mint a token'
const scopesAction = 'change the scopes of a token'

/** Replaces the scopes of a token. */
export function setScopes(
  context: EmulatorContext,
  token: string,
  scopes: readonly string[],
): void {
  const { settings, model, store, journal } = context
  if (Array.isArray(token) && scopes === undefined) throw missingToken(token)
  assertScopes(settings, scopes, scopesAction)
  const stored = typeof token === 'string' ? storedTokenOf(token, settings) : undefined
  const row = stored === undefined ? undefined : store.findFirst('api_keys', 'token', [stored])
  if (!row) throw unknownToken(token)
  model.runWithoutEvents((tx) => tx.update('api_keys', row.id, { scopes: [...scopes] }))
  const previousScopes = row['scopes'] as string[]
  journal.add(scopesKind, {
    removed: previousScopes.filter((scope) => !scopes.includes(scope)),
    added: scopes.filter((scope) => !previousScopes.includes(scope)),
  })
}

const missingToken = (scopes: readonly unknown[]): EmulatorError =>
  new EmulatorError('unknown_token', {
    action: scopesAction,
    reason: 'the token is missing',
    advice: `Give it before the scopes: setScopes(emulator.token, ${quoteValue(scopes)}).`,
  })

function unknownToken(token: string): EmulatorError {
  return new EmulatorError('unknown_token', {
    action: scopesAction,
    reason: `${quoteValue(token)} is not a token of this emulator`,
    advice: 'Use `emulator.token`, or one from `mintToken`.',
  })
}

function deletedAdministrator({ catalog }: Settings): EmulatorError {
  return new EmulatorError('unknown_user', {
    action: mintAction,
    reason: `the administrator, user ${administratorId}, does not exist any more`,
    advice: `Name the owner of the token, such as { user: emulator.given("${ownerTable(catalog)}") }.`,
  })
}

function unknownOwner(user: number, { catalog }: Settings): EmulatorError {
  return new EmulatorError('unknown_user', {
    action: mintAction,
    reason: `there is no user ${user}`,
    advice: `Create one with \`given("${ownerTable(catalog)}")\`, or leave out \`user\`.`,
  })
}
