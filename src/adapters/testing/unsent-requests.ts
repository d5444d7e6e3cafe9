/** Requests of supertest that a passing test does not await. They are never sent, so that nothing can fail. */
import { createRequire } from 'node:module'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'

const { cache } = createRequire(import.meta.url)

const usesSupertest = (): boolean =>
  Object.keys(cache ?? {}).some((path) => /[\\/]node_modules[\\/]supertest[\\/]/.test(path))

/** Prints a line for a test that sent no request and received no delivery, if its file imports supertest. */
export function warnOfUnsentRequest(emulator: Emulator): void {
  const { journal, receivers, settings } = contextOf(emulator)
  const isSilent = journal.entries().every(({ kind }) => kind !== 'request' && kind !== 'attempt')
  if (!isSilent || receivers.size > 0 || !usesSupertest()) return
  console.warn(
    `In "${settings.testName()}", no request was sent. supertest sends a request when it is awaited: await request(app).get("…").`,
  )
}
