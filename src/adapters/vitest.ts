/** Hands each test an emulator of its own, and fails the test that calls what is not there. */
import { syncBuiltinESMExports } from 'node:module'
import { setupServer } from 'msw/node'
import { test as base, type TestAPI } from 'vitest'
import { createEmulator } from '../emulator.ts'
import type { Emulator } from '../emulator/face.ts'
import type { EmulatorOptions } from '../emulator/options.ts'
import type { JournalEntry } from '../emulator/views.ts'
import { EmulatorError } from '../machine/errors.ts'
import { journalLines } from '../kit/transcript.ts'

export interface EmulatorFixtures {
  /** What the emulator of the test is made with; overridden by `test.extend({ emulatorOptions })`. */
  emulatorOptions: EmulatorOptions
  /** A fresh emulator that receives what the code under test sends to its `baseUrl`. */
  emulator: Emulator
}

const server = setupServer()
let tests = 0

// Note: the server stays up between tests; msw has one network per process, and starting it costs
// more than a test.
function enter(emulator: Emulator): void {
  if (tests === 0) {
    const option = 'bypass'
    server.listen({ onUnhandledRequest: option, onUnhandledFrame: option } as object)
    syncBuiltinESMExports()
  }
  tests += 1
  server.use(...emulator.handlers)
}

function leave(emulator: Emulator): void {
  tests -= 1
  server.resetHandlers()
  emulator.close()
  if (tests > 0) return
  server.close()
  syncBuiltinESMExports()
}

/**
 * Vitest's `test` with a fresh `emulator`. A call under its base address that no operation answers
 * fails the test and names the nearest; when a test fails, the journal is printed.
 *
 * @example
 * test('lists courses', async ({ emulator }) => {
 *   const response = await fetch(`${emulator.baseUrl}/courses`, { headers: emulator.headers })
 *   expect(response.status).toBe(200)
 * })
 */
export const test: TestAPI<EmulatorFixtures> = base.extend<EmulatorFixtures>({
  emulatorOptions: {},
  emulator: async ({ emulatorOptions, onTestFailed }, use) => {
    const emulator = createEmulator(emulatorOptions)
    onTestFailed(() => console.error(journalReport(emulator)))
    enter(emulator)
    try {
      await use(emulator)
    } finally {
      leave(emulator)
    }
    refuseUnknownCalls(emulator)
  },
})

const journalReport = (emulator: Emulator): string =>
  ['What the emulator saw:', ...journalLines(emulator.journal)].join('\n  ')

function refuseUnknownCalls({ journal }: Emulator): void {
  const unknown = journal.filter((entry) => entry['nearest'] !== undefined)
  if (unknown.length === 0) return
  throw new EmulatorError('unknown_call', {
    could: `answer ${unknown.map(callOf).join(' and ')}`,
    because: 'no operation of the service stands there',
    advice: adviceFor(unknown),
  })
}

const callOf = ({ method, path }: JournalEntry): string => `${String(method)} ${String(path)}`

function adviceFor(unknown: readonly JournalEntry[]): string {
  const near = [...new Set(unknown.flatMap((entry) => entry['nearest'] as string[]))]
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Check method and path.'
}
