/** The program that the command starts for an integration in another process. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { Program } from '../../src/adapters/process/program.ts'

test('a program is not started while another one listens at its address', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  try {
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const program = new Program('exit 3', `${url}/hooks`)
    await expect(program.start()).rejects.toMatchObject({
      code: 'start_failed',
      message: `Could not start "exit 3": something already listens at ${url}. End it first.`,
    })
    expect(program.exit).toBe('the process does not run')
  } finally {
    other.close()
  }
})
