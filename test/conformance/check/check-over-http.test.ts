/** The checks that change or observe the connection work for a process over HTTP: they find the same defects. */
import { expect, test } from 'vitest'
import { openProcess } from '../../../src/adapters/process/process-integration.ts'
import { checkIntegration } from '../../../src/check.ts'
import type { Connect, Connection } from '../../../src/conformance/scenario/integration.ts'
import { connectRoster } from '../../examples/roster/roster.ts'
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
      { only: [id] },
    )
    return card.checks[0]
  } finally {
    await opened.close()
    served.close()
  }
}

/** A check that changes responses, one that watches where links lead, and one that starts without the storage. */
test.each(['last-page', 'token-origin', 'lookup-before-create'])('%s', async (id) => {
  expect(await verdictOf(id)).toMatchObject({ verdict: 'passed' })
  expect(await verdictOf(id, defects[id])).toMatchObject({ verdict: 'failed' })
})

test('a process that polls needs no webhook endpoint', async () => {
  let emulator: Connection['emulator'] | undefined
  const served = await serveIntegration(connectRoster, () => emulator as never)
  const { to: _, ...polled } = served.options
  const opened = await openProcess(polled)
  const connect: Connect = (connection) => {
    emulator = connection.emulator
    return opened.connect(connection)
  }
  try {
    const card = await checkIntegration(connect, { only: ['signature', 'last-page'] })
    expect(card.checks.map(({ verdict }) => verdict)).toEqual(['skipped', 'passed'])
  } finally {
    await opened.close()
    served.close()
  }
})

test('a process that stops answering says when', async () => {
  let emulator: Connection['emulator'] | undefined
  const served = await serveIntegration(connectRoster, () => emulator as never)
  const { to: _, ...polled } = served.options
  const opened = await openProcess(polled)
  let runCount = 0
  const connect: Connect = (connection) => {
    emulator = connection.emulator
    runCount += 1
    if (runCount === 2) served.close()
    return opened.connect(connection)
  }
  try {
    const { checks } = await checkIntegration(connect, { only: ['last-page'] })
    const url = polled.reset
    expect(checks[0]?.reason).toBe(
      `The baseline run fails: no server answers at ${url}; it answered in 1 run before.`,
    )
  } finally {
    await opened.close()
  }
})
