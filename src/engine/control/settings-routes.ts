/** Control-plane routes for flags, assumptions and tokens. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { tokenOptions } from '../emulator/methods/tokens.ts'
import { contextOf } from '../emulator/emulator.ts'
import { allScopes } from '../emulator/token-checks.ts'
import { pickOptions, required } from '../errors/options.ts'
import { switchAssumptions, viewAssumptions } from './views/assumption-views.ts'
import { setTokenScopes, type TokenList, viewTokens } from './views/token-views.ts'
import type { FlagOverrides } from '../model/settings.ts'
import { type ControlBody, readBody, type ControlRoutes } from './route.ts'

export function settingsRoutes(emulator: Emulator): ControlRoutes {
  const context = contextOf(emulator)
  return {
    /** Returns the feature flags. */
    'GET flags': () => emulator.flags(),
    /** Lists the tokens, without their text, and all scopes. */
    'GET tokens': (): TokenList => ({
      tokens: viewTokens(context),
      scopes: allScopes(context.catalog),
    }),
    /**
     * Replaces the scopes of a token.
     *
     * @body {"scopes":["relations:read"]}
     */
    'PUT tokens/:id': ({ body, id }) =>
      setTokenScopes(context, id, readBody({ scopes: required() }, body).scopes),
    /** Lists the assumptions with their alternatives. */
    'GET assumptions': () => viewAssumptions(context),
    /**
     * Switches assumptions to alternatives, or to those of a `preset`.
     *
     * @body {"enrollment.cancel.from":"alternative"}
     */
    // Note: the alternatives may also be under the key `assumptions`, as in the options of an emulator.
    'POST assumptions': ({ body }) =>
      switchAssumptions(
        context,
        'assumptions' in body ? readBody({ assumptions: required() }, body).assumptions : body,
      ),
    /**
     * Creates a token.
     *
     * @body {"scopes":["relations:read"],"user_id":2}
     */
    'POST tokens': ({ body }) => ({ token: mintToken(emulator, body) }),
    /**
     * Switches feature flags.
     *
     * @body {"Programs":false}
     */
    'POST flags': ({ body }) => emulator.flags(body as FlagOverrides),
  }
}

function mintToken(emulator: Emulator, body: ControlBody): string {
  const { user_id, ...rest } = readBody(tokenBody, body)
  return emulator.mintToken({ ...rest, user: user_id })
}

const tokenBody = {
  ...pickOptions(tokenOptions, 'scopes', 'application'),
  user_id: tokenOptions.user,
}
