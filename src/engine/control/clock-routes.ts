/** Control-plane routes for the clock and for `reset`. */
import type { Emulator } from '../emulator/emulator-api.ts'
import type { Advance } from '../emulator/methods/clock.ts'
import { EmulatorError } from '../errors/errors.ts'
import { type ControlBody, parseBody, type ControlRoutes } from './route.ts'

export function clockRoutes(emulator: Emulator): ControlRoutes {
  return {
    'POST reset': () => (emulator.reset(), { now: emulator.now().toISOString() }),
    'GET clock': () => ({ now: emulator.now().toISOString(), pending: emulator.pending() }),
    'POST clock': async (body) => ({
      ...(await emulator.advance(advanceFrom(body))),
      pending: emulator.pending(),
    }),
  }
}

function advanceFrom(body: ControlBody): Advance {
  const { advance } = parseBody(body, ['advance'])
  if (advance !== undefined) return advance as Advance
  throw new EmulatorError('bad_body', {
    action: 'move the clock',
    reason: '"advance" is missing',
    advice:
      'Send {"advance":"5m"}, {"advance":{"to":"2026-03-01T09:00:00.000Z"}} or {"advance":"next"}.',
  })
}
