/** Uses every part of an emulator, to find a state that breaks something after it was loaded. */
import { type Emulator, EmulatorError } from 'course-admin-emulator'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { findViolations } from '../../support/invariant-checks.ts'
import { endFaults } from '../../support/internals.ts'

/** The read operations without path parameters. */
function listPaths(emulator: Emulator): string[] {
  return [...contextOf(emulator).catalog.operations.values()]
    .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    .map(({ path }) => path)
}

/** Runs a call that may be refused. An error that is not an `EmulatorError` is a defect. */
function attempt(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
  }
}

/** Returns one sentence for each defect. */
export async function exercise(emulator: Emulator): Promise<string[]> {
  const defects: string[] = []
  const headers = { ...emulator.headers, 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: object): Promise<void> => {
    // Note: a fault of the world may lose the response or answer with 500.
    const response = await emulator
      .fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      .catch(() => undefined)
    if (response?.status !== 500 || response.headers.has('x-emulator-fault')) return
    defects.push(`${method} ${path} is answered with 500`)
  }
  endFaults(emulator)
  emulator.receiver({ url: 'https://app.test/hooks', answer: 204 })
  for (const path of listPaths(emulator)) {
    await call('GET', `${path}?per_page=100`)
  }
  for (const { id } of emulator.rows('webhooks').slice(0, 3)) {
    await call('GET', `/webhooks/${id}/notifications`)
  }
  for (const { id } of emulator.rows('users').slice(0, 3)) await call('GET', `/users/${id}`)
  await call('POST', '/labels', { name: 'VIP', model_type: 'User' })
  attempt(() => emulator.given('users'))
  attempt(() => emulator.given('enrollments'))
  attempt(() => emulator.given('invoices'))
  attempt(() => emulator.mintToken())
  attempt(() => emulator.act.deleteUser({ user: 2 }))
  await emulator.advance('60d')
  await emulator.settle()
  for (const path of listPaths(emulator)) await call('GET', path)
  emulator.fork()
  emulator.restore(emulator.snapshot())
  emulator.restore(emulator.save())
  emulator.reset()
  for (const { error } of contextOf(emulator).settings.internalErrors) {
    defects.push(String((error as Error).stack))
  }
  return [...defects, ...findViolations(contextOf(emulator))]
}
