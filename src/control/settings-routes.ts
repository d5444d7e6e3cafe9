/** The control plane's routes for what a person decides: tokens and flags. */
import type { Emulator } from '../emulator/emulator-api.ts'
import type { TokenOptions } from '../emulator/reports/views.ts'
import type { FlagsGiven } from '../model/settings.ts'
import { type Body, insistOnKeys, type Routes } from './route.ts'

export function settingRoutes(emulator: Emulator): Routes {
  return {
    'POST tokens': (body) => ({ token: mint(emulator, body) }),
    'POST flags': (body) => (emulator.setFlags(body as FlagsGiven), emulator.flags),
  }
}

/** `{"scopes":["users:read"],"application":"lms","user_id":5}`: the kit says what is wrong with a value. */
function mint(emulator: Emulator, body: Body): string {
  const { user_id, ...rest } = insistOnKeys(body, ['scopes', 'application', 'user_id'])
  return emulator.mintToken({
    ...rest,
    ...('user_id' in body && { user: user_id }),
  } as TokenOptions)
}
