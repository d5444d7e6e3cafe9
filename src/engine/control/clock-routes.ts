/** Control-plane routes for the clock and for `reset`. */
import type { Emulator } from '../emulator/emulator-api.ts'
import type { Advance } from '../emulator/methods/clock.ts'
import { required } from '../errors/options.ts'
import { type ControlRoutes, type ExpectedBody, jsonObject, readBody } from './route.ts'

export function clockRoutes(emulator: Emulator): ControlRoutes {
  return {
    /** Restores the initial state. */
    'POST reset': () => (emulator.reset(), { now: emulator.now().toISOString() }),
    /** Returns the time and the pending tasks. */
    'GET clock': () => ({ now: emulator.now().toISOString(), pending: emulator.pending() }),
    /**
     * Advances the clock by a duration, to a time (`{"advance":{"to":…}}`) or to the next due task
     * (`{"advance":"next"}`). Responds when the emulator is idle.
     *
     * @body {"advance":"5m"}
     */
    'POST clock': async ({ body }) => ({
      ...(await emulator.advance(readBody(clockBody, body, clockErrors).advance)),
      pending: emulator.pending(),
    }),
  }
}

const clockErrors = {
  action: 'move the clock',
  misplaced: (name: string) =>
    name === 'to'
      ? { reason: 'there is no key "to"', advice: 'Give {"advance":{"to":…}}.' }
      : undefined,
}

const advanceExamples =
  '{"advance":"5m"}, {"advance":{"to":"2026-03-01T09:00:00.000Z"}} or {"advance":"next"}'

const clockBody = {
  advance: required<Advance>({ isValid: () => true, expected: advanceExamples }),
}

/** A text in place of the object is a common guess. */
export const advanceBody: ExpectedBody = {
  ...jsonObject,
  noun: `${jsonObject.noun}, such as ${advanceExamples}`,
}
