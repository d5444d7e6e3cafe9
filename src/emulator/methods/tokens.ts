/** The stage words that need more than one part: given, act, tokens. */
import { Problem, reasonOf } from '../../define/problems.ts'
import { type CalledActs, createActs, doAct, wired } from '../../kit/acts/act-methods.ts'
import { createGiven, type Given } from '../../kit/rows/given.ts'
import { idOf } from '../../kit/record-origin.ts'
import { actNames, doToRecord, isRecordAct, type RecordAct } from '../../kit/acts/record-acts.ts'
import { EmulatorError, unknownName } from '../../machine/errors.ts'
import { insistOnKeys, isObject, quoted } from '../../machine/argument-checks.ts'
import type { Catalog } from '../../model/catalog.ts'
import { nobody } from '../../model/model.ts'
import { type Assembly, withKey, withoutKey } from '../context.ts'
import { administratorId, allScopes } from '../worlds/seeded-world.ts'
import type { TokenOptions } from '../reports/views.ts'

export function givenOf({ settings, model, maker, showing }: Assembly): Given {
  return createGiven({
    catalog: settings.catalog,
    model,
    maker,
    record: (tx, table, row) => showing().record(tx, table, row),
  })
}

export const actsOf = (assembly: Assembly): CalledActs =>
  createActs(assembly.settings.catalog.acts, (id, input) => runAct(assembly, id, input, 'kit'))

/**
 * Runs an act; gives the record that it speaks of. Throws a Problem when it is refused. Whoever asks is told
 * of inputs by the names that are used there.
 */
export function runAct(
  { settings: { catalog }, model, journal, maker }: Assembly,
  id: string,
  given: Readonly<Record<string, unknown>>,
  asked: 'kit' | 'wire' = 'wire',
): unknown {
  const act = catalog.acts.get(id)
  if (!act && !isRecordAct(id)) throw unknownName('act', id, actNames(catalog))
  const caller = nobody()
  const input = act ? wired(id, act, given, asked) : given
  const entry = journal.add('act', { act: id, input, used: caller.used })
  try {
    return journal.within(entry, () =>
      model.run(caller, (tx) =>
        act ? doAct(act, tx, input) : doToRecord({ catalog, maker }, tx, id as RecordAct, input),
      ),
    )
  } catch (error) {
    entry['because'] = error instanceof Problem ? reasonOf(error) : String(error)
    throw error
  }
}

const tokenKeys = ['scopes', 'user', 'application']

export function mintToken(assembly: Assembly, options: TokenOptions = {}): string {
  const { settings, model, random, store } = assembly
  if (!isObject(options)) throw badToken(`${quoted(options)} is no object`, 'Give { scopes }.')
  insistOnKeys(options, tokenKeys, minting)
  const { scopes, user = administratorId, application } = options as TokenOptions
  insistOnScopes(settings.catalog, scopes ?? [], minting)
  const user_id = idOf(user, { resource: 'users', name: 'user', could: minting })
  if (typeof user_id !== 'number') {
    throw badToken(`its user is ${quoted(user)}`, 'Give the id of a user, a number.')
  }
  if (application !== undefined && typeof application !== 'string') {
    throw badToken(`its application is ${quoted(application)}`, 'Give a text.')
  }
  if (!store.get('users', user_id)) throw noOwner(user_id)
  return model.quietly((tx) => {
    const id = tx.reserve('api_keys')
    const token = `token-${random.at('token', id).hex(24)}`
    const row = { id, token, user_id, scopes: [...(scopes ?? allScopes(settings.catalog))] }
    tx.insert('api_keys', { ...row, application: application ?? null })
    return withKey(token, settings)
  })
}

const minting = 'mint a token'

const badToken = (because: string, advice: string): EmulatorError =>
  new EmulatorError('bad_token', { could: minting, because, advice })

/** Gives a token other scopes than it has. */
export function setScopes(assembly: Assembly, token: string, scopes: readonly string[]): void {
  const { settings, model, store, journal } = assembly
  insistOnScopes(settings.catalog, scopes, 'change the scopes of a token')
  const row = store.first('api_keys', 'token', [withoutKey(token, settings)])
  if (!row) throw noToken(token)
  model.quietly((tx) => tx.update('api_keys', row.id, { scopes: [...scopes] }))
  const before = row['scopes'] as string[]
  journal.add('scopes', {
    taken: before.filter((scope) => !scopes.includes(scope)),
    given: scopes.filter((scope) => !before.includes(scope)),
  })
}

function insistOnScopes(catalog: Catalog, scopes: readonly string[], could: string): void {
  if (!Array.isArray(scopes)) {
    throw new EmulatorError('bad_scopes', {
      could,
      because: `"scopes" is ${quoted(scopes)}`,
      advice: 'Give a list of texts, such as ["courses:read"].',
    })
  }
  const known = allScopes(catalog)
  for (const scope of scopes) {
    if (!known.includes(scope)) throw unknownName('scope', scope, known)
  }
}

function noToken(token: string): EmulatorError {
  return new EmulatorError('unknown_token', {
    could: 'give a token other scopes',
    because: `"${token}" is no token of this emulator`,
    advice: 'Use `emulator.token`, or one from `mintToken`.',
  })
}

function noOwner(user: number): EmulatorError {
  return new EmulatorError('unknown_user', {
    could: 'mint a token',
    because: `there is no user ${user} to own it`,
    advice: 'Make one with `given("users")`, or leave the user out.',
  })
}
