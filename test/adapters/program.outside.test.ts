/** The end of the program that the command starts, with a signal to its own process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'

const server = fileURLToPath(new URL('start-server.mjs', import.meta.url))

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
