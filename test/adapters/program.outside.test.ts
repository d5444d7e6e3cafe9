/** The program that the command starts for an integration in another process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Program } from '../../src/adapters/process/program.ts'
import { freePort } from '../support/free-port.ts'

test('a program is not started while another one listens at its address', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  try {
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const program = new Program({ command: 'exit 3', url: `${url}/hooks` })
    await expect(program.start()).rejects.toMatchObject({
      code: 'start_failed',
      message: `Could not start "exit 3": something already listens at ${url}. End it first.`,
    })
    expect(program.exit).toBe('the process does not run')
  } finally {
    other.close()
  }
})

test('a program that does not listen in time names the limit', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const program = new Program({ command: 'sleep 60', url, startTimeoutMs: 50 })
  await expect(program.start()).rejects.toMatchObject({
    message: `Could not start "sleep 60": nothing listens at ${url} after 0.05 s. Check --start, or give a longer --start-timeout.`,
  })
  await program.stop()
})

const server = fileURLToPath(new URL('start-server.mjs', import.meta.url))

test('a program in the background of its shell ends with it', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const program = new Program({ command: `node ${server} ${port} & sleep 1`, url })
  await program.start()
  for (let i = 0; i < 4 && program.exit === undefined; i += 1) await program.exitSoon()
  await program.stop()
  expect(await answers(url)).toBe(false)
})

test.each(['SIGQUIT', 'SIGABRT'] as const)('a program ends with %s', async (signal) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const starter = fileURLToPath(new URL('start-program.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', starter, `node ${server} ${port}`, url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(child.stdout, 'data')
  child.kill(signal)
  const [, ended] = await once(child, 'exit')
  expect(ended).toBe(signal)
  expect(await answers(url)).toBe(false)
})

/** Whether a server answers. One that was ended can take connections for a moment. */
async function answers(url: string): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isAnswered = await fetch(url).then(
      () => true,
      () => false,
    )
    if (!isAnswered) return false
  }
  return true
}
