/** Control-plane routes for the clock and for `reset`. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { stringifyDuration } from '../clock/duration.ts'
import { EmulatorError } from '../errors/errors.ts'
import { type ControlBody, parseBody, type ControlRoutes } from './route.ts'

export function clockRoutes(emulator: Emulator): ControlRoutes {
  return {
    'POST reset': () => (emulator.reset(), { now: emulator.now().toISOString() }),
    'GET clock': () => ({ now: emulator.now().toISOString(), pending: emulator.pending() }),
    'POST clock': async (body) => ({
      ...(await moveClock(emulator, body)),
      pending: emulator.pending(),
    }),
  }
}

function moveClock(emulator: Emulator, body: ControlBody): Promise<object> {
  const { advance, to } = parseBody(body, ['advance', 'to'])
  const keys = Object.keys(body)
  if (keys.length === 1) {
    return 'to' in body ? emulator.advanceTo(to as string) : emulator.advance(advance as string)
  }
  throw new EmulatorError('bad_body', {
    action: 'move the clock',
    reason:
      keys.length > 1 ? '"advance" and "to" were both sent' : 'neither "advance" nor "to" was sent',
    advice: `Send {"advance":"${stringifyDuration(300_000)}"} or {"to":"2026-03-01T09:00:00.000Z"}.`,
  })
}
