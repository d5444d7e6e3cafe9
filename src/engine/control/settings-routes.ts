/** Control-plane routes that mint tokens and set flags. */
import type { Emulator } from '../emulator/emulator-api.ts'
import type { TokenOptions } from '../emulator/reports/views.ts'
import type { FlagOverrides } from '../model/settings.ts'
import { type ControlBody, parseBody, type ControlRoutes } from './route.ts'

export function settingsRoutes(emulator: Emulator): ControlRoutes {
  return {
    'POST tokens': (body) => ({ token: mintToken(emulator, body) }),
    'POST flags': (body) => emulator.flags(body as FlagOverrides),
  }
}

/** Takes `{"scopes":["relations:read"],"application":"lms","user_id":5}`. `mintToken` checks the values. */
function mintToken(emulator: Emulator, body: ControlBody): string {
  const { user_id, ...rest } = parseBody(body, ['scopes', 'application', 'user_id'])
  return emulator.mintToken({
    ...rest,
    ...('user_id' in body && { user: user_id }),
  } as TokenOptions)
}
