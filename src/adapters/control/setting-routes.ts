/** The control plane's routes for what a person decides: tokens and flags. */
import type { Emulator } from '../../emulator/face.ts'
import { EmulatorError } from '../../machine/errors.ts'
import type { FlagsGiven } from '../../model/flags.ts'
import { scopesFrom } from '../inspector/tokens.ts'
import { type Body, insistOnKeys, type Routes } from './route.ts'

export function settingRoutes(emulator: Emulator): Routes {
  return {
    'POST tokens': (body) => ({ token: mint(emulator, body) }),
    'POST flags': (body) => (emulator.setFlags(flagsIn(body)), emulator.flags),
  }
}

function mint(emulator: Emulator, body: Body): string {
  const { scopes, application, user_id } = insistOnKeys(body, ['scopes', 'application', 'user_id'])
  return emulator.mintToken({
    ...(scopes !== undefined && { scopes: scopesFrom(scopes, 'mint a token') }),
    ...(typeof application === 'string' && { application }),
    ...(typeof user_id === 'number' && { user: user_id }),
  })
}

function flagsIn(body: Body): FlagsGiven {
  const wrong = Object.entries(body).find(([, value]) => typeof value !== 'boolean')
  if (!wrong) return body as FlagsGiven
  throw new EmulatorError('bad_body', {
    could: 'switch flags',
    because: `"${wrong[0]}" is neither true nor false`,
  })
}
