/** The stage words that need more than one part: given, act, tokens. */
import { actKind } from '../../define/journal/kinds/act.ts'
import { scopesKind } from '../../define/journal/kinds/scopes.ts'
import { Problem, problemReason } from '../../define/problems.ts'
import {
  type ActMethods,
  createActMethods,
  executeAct,
  toWireInput,
} from '../../kit/acts/act-methods.ts'
import { createGiven, type Given } from '../../kit/rows/given.ts'
import { toId } from '../../kit/record-origin.ts'
import {
  actNames,
  executeRecordAct,
  isRecordAct,
  type RecordAct,
} from '../../kit/acts/record-acts.ts'
import { EmulatorError, unknownNameError } from '../../machine/errors.ts'
import { assertKnownKeys, isObject, quoteValue } from '../../machine/argument-checks.ts'
import type { Catalog } from '../../model/catalog.ts'
import { systemCaller } from '../../model/model.ts'
import { type EmulatorContext, withInstanceKey, withoutInstanceKey } from '../context.ts'
import { administratorId, allScopes } from '../worlds/seeded-world.ts'
import type { TokenOptions } from '../reports/views.ts'

export function createGivenMethod({
  settings,
  model,
  rowFactory,
  serializer,
}: EmulatorContext): Given {
  return createGiven({
    catalog: settings.catalog,
    model,
    rowFactory,
    serialize: (tx, table, row) => serializer().serialize(tx, table, row),
  })
}

export const actMethodsOf = (context: EmulatorContext): ActMethods =>
  createActMethods(context.settings.catalog.acts, (id, input) =>
    performAct(context, id, input, 'kit'),
  )

/**
 * Runs an act; gives the record that it speaks of. Throws a Problem when it is refused. Whoever asks is told
 * of inputs by the names that are used there.
 */
export function performAct(
  { settings: { catalog }, model, journal, rowFactory }: EmulatorContext,
  id: string,
  given: Readonly<Record<string, unknown>>,
  namesFrom: 'kit' | 'wire' = 'wire',
): unknown {
  const act = catalog.acts.get(id)
  if (!act && !isRecordAct(id)) throw unknownNameError('act', id, actNames(catalog))
  const caller = systemCaller()
  const input = act ? toWireInput(id, act, given, namesFrom) : given
  const entry = journal.add(actKind, { act: id, input, behaviours: caller.behaviours })
  try {
    return journal.withCause(entry, () =>
      model.run(caller, (tx) =>
        act
          ? executeAct(act, tx, input)
          : executeRecordAct({ catalog, rowFactory }, tx, id as RecordAct, input),
      ),
    )
  } catch (error) {
    const reason = error instanceof Problem ? problemReason(error) : String(error)
    journal.close(entry, { reason })
    throw error
  }
}

const tokenOptionNames = ['scopes', 'user', 'application']

export function mintToken(context: EmulatorContext, options: TokenOptions = {}): string {
  const { settings, model, random, store } = context
  if (!isObject(options)) throw badToken(`${quoteValue(options)} is no object`, 'Give { scopes }.')
  assertKnownKeys(options, tokenOptionNames, mintAction)
  const { scopes, user = administratorId, application } = options as TokenOptions
  assertScopes(settings.catalog, scopes ?? [], mintAction)
  const user_id = toId(user, { resource: 'users', name: 'user', action: mintAction })
  if (typeof user_id !== 'number') {
    throw badToken(`its user is ${quoteValue(user)}`, 'Give the id of a user, a number.')
  }
  if (application !== undefined && typeof application !== 'string') {
    throw badToken(`its application is ${quoteValue(application)}`, 'Give a text.')
  }
  if (!store.get('users', user_id)) throw unknownOwner(user_id)
  return model.runWithoutEvents((tx) => {
    const id = tx.reserve('api_keys')
    const token = `token-${random.stream('token', id).hex(24)}`
    const row = { id, token, user_id, scopes: [...(scopes ?? allScopes(settings.catalog))] }
    tx.insert('api_keys', { ...row, application: application ?? null })
    return withInstanceKey(token, settings)
  })
}

const mintAction = 'mint a token'

const badToken = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_token', { action: mintAction, reason, advice })

/** Gives a token other scopes than it has. */
export function setScopes(
  context: EmulatorContext,
  token: string,
  scopes: readonly string[],
): void {
  const { settings, model, store, journal } = context
  assertScopes(settings.catalog, scopes, 'change the scopes of a token')
  const row = store.findFirst('api_keys', 'token', [withoutInstanceKey(token, settings)])
  if (!row) throw unknownToken(token)
  model.runWithoutEvents((tx) => tx.update('api_keys', row.id, { scopes: [...scopes] }))
  const previousScopes = row['scopes'] as string[]
  journal.add(scopesKind, {
    removed: previousScopes.filter((scope) => !scopes.includes(scope)),
    added: scopes.filter((scope) => !previousScopes.includes(scope)),
  })
}

function assertScopes(catalog: Catalog, scopes: readonly string[], action: string): void {
  if (!Array.isArray(scopes)) {
    throw new EmulatorError('bad_scopes', {
      action,
      reason: `"scopes" is ${quoteValue(scopes)}`,
      advice: 'Give a list of texts, such as ["courses:read"].',
    })
  }
  const known = allScopes(catalog)
  for (const scope of scopes) {
    if (!known.includes(scope)) throw unknownNameError('scope', scope, known)
  }
}

function unknownToken(token: string): EmulatorError {
  return new EmulatorError('unknown_token', {
    action: 'give a token other scopes',
    reason: `"${token}" is no token of this emulator`,
    advice: 'Use `emulator.token`, or one from `mintToken`.',
  })
}

function unknownOwner(user: number): EmulatorError {
  return new EmulatorError('unknown_user', {
    action: 'mint a token',
    reason: `there is no user ${user} to own it`,
    advice: 'Make one with `given("users")`, or leave the user out.',
  })
}
