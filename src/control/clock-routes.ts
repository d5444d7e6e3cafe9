/** The control plane's routes for time: the clock, and back to the start. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { formatDuration } from '../machine/duration.ts'
import { EmulatorError } from '../machine/errors.ts'
import { type Body, insistOnKeys, type Routes } from './route.ts'

export function timeRoutes(emulator: Emulator): Routes {
  return {
    'POST reset': () => (emulator.reset(), { now: emulator.now().toISOString() }),
    'GET clock': () => ({ now: emulator.now().toISOString(), pending: emulator.pending() }),
    'POST clock': async (body) => ({
      ...(await moveClock(emulator, body)),
      pending: emulator.pending(),
    }),
  }
}

function moveClock(emulator: Emulator, body: Body): Promise<object> {
  const { advance, to } = insistOnKeys(body, ['advance', 'to'])
  const said = Object.keys(body)
  if (said.length === 1) {
    return 'to' in body ? emulator.advanceTo(to as string) : emulator.advance(advance as string)
  }
  throw new EmulatorError('bad_body', {
    could: 'move the clock',
    because:
      said.length > 1 ? '"advance" and "to" were both sent' : 'neither "advance" nor "to" was sent',
    advice: `Send {"advance":"${formatDuration(300_000)}"} or {"to":"2026-03-01T09:00:00.000Z"}.`,
  })
}
