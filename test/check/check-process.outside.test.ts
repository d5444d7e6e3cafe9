/** The command `check` against an integration in another process, written in Python. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkCommand } from '../../src/adapters/cli/check-command.ts'
import { Program } from '../../src/adapters/process/program.ts'
import { freePort } from '../support/free-port.ts'

const mirror = fileURLToPath(new URL('../examples/python/mirror.py', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'check-process-'))
afterAll(() => rmSync(folder, { recursive: true }))

let url: string
let command: string
let addresses: string[]
beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  command = `python3 ${mirror} --port ${port} --file ${join(folder, 'state.json')}`
  const named = ['reset', 'state', 'resync', 'problems'].flatMap((name) => [
    `--${name}`,
    `${url}/${name}`,
  ])
  addresses = ['--to', `${url}/hooks`, ...named]
})

async function run(args: readonly string[]) {
  let stdout = ''
  const code = await checkCommand([...addresses, ...args], {
    stdout: (text) => void (stdout += text),
    stderr: () => {},
  })
  return { code, stdout }
}

test('checks a process that it starts and restarts', async () => {
  const only = ['--only', 'signature,unknown-events,redelivered-id']
  const { code, stdout } = await run(['--start', command, ...only])
  expect(stdout).toContain('✗ signature       fails: The endpoint answers 204')
  expect(stdout).toContain('✓ unknown-events\n')
  expect(stdout).toContain('✓ redelivered-id\n')
  expect(code).toBe(1)
})

test('a process without a start command has no checks with a restart', async () => {
  const program = new Program(command, url)
  await program.start()
  try {
    const { code, stdout } = await run(['--only', 'unknown-events,redelivered-id'])
    expect(stdout).toContain('✓ unknown-events\n')
    expect(stdout).toContain('not applicable: The integration cannot be restarted.')
    expect(code).toBe(0)
  } finally {
    await program.stop()
  }
})
