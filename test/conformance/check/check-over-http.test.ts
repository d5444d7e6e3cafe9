/** The checks that change or observe the connection work for a process over HTTP: they find the same defects. */
import { expect, test } from 'vitest'
import { openProcess } from '../../../src/adapters/process/process-integration.ts'
import { checkIntegration } from '../../../src/check.ts'
import type { Connection } from '../../../src/conformance/scenario/integration.ts'
import { createComplete } from '../../examples/lms/variants/complete.ts'
import { checkConnect } from './check-connect.ts'
import { defects } from './defects.ts'
import { serveIntegration } from './served-integration.ts'

/** The verdict of a check about an integration over HTTP. */
async function verdictOf(id: string, create = createComplete) {
  let emulator: Connection['emulator'] | undefined
  const served = await serveIntegration(checkConnect(create), () => emulator as never)
  const opened = await openProcess(served.options)
  try {
    const card = await checkIntegration(
      (connection) => {
        emulator = connection.emulator
        return opened.connect(connection)
      },
      { only: [id], restarts: false },
    )
    return card.checks[0]
  } finally {
    await opened.close()
    served.close()
  }
}

/** A check that changes responses, and one that watches where links lead. */
test.each(['last-page', 'token-origin'])('%s', async (id) => {
  expect(await verdictOf(id)).toMatchObject({ verdict: 'holds' })
  expect(await verdictOf(id, defects[id])).toMatchObject({ verdict: 'fails' })
})
