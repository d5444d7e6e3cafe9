/** Programs in other languages, against a server on a real port. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type EmulatorServer, startServer } from 'course-admin-emulator/server'
import { afterEach, beforeEach, expect, test } from 'vitest'

let server: EmulatorServer
beforeEach(async () => {
  server = await startServer({ port: 0, world: 'empty', clock: 'virtual' })
})
afterEach(() => server.close())

/** The output of a program, or undefined with a warning if the program is not installed. */
async function outputOf(program: string, args: string[], env = {}): Promise<string | undefined> {
  const child = spawn(program, args, { env: { ...process.env, ...env } })
  const ended = new Promise<number | string>((resolve) => {
    child.on('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)))
    child.on('close', resolve)
  })
  const [output, problems, end] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (end === 'ENOENT') {
    console.warn(`${program} is not installed: the test uses fetch instead.`)
    return undefined
  }
  if (end !== 0) throw new Error(`${program} ended with ${end}: ${problems}`)
  return output
}

test('curl creates a user', async () => {
  const body = JSON.stringify({ first_name: 'Mia', last_name: 'Jansen', email: 'mia@example.org' })
  const url = `${server.baseUrl}/users`
  const headers = {
    authorization: `Bearer ${server.token}`,
    'content-type': 'application/json',
  }
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const printed =
    (await outputOf('curl', ['-sS', '--noproxy', '*', '-d', body, ...flags, url])) ??
    (await (await fetch(url, { method: 'POST', headers, body })).text())
  const { id } = JSON.parse(printed) as { id: number }
  expect(server.emulator.row('users', id)?.first_name).toBe('Mia')
  expect(server.emulator.received('create_user', { status: 201 })).toHaveLength(1)
})

test('Python follows the pages with what its standard library has', async () => {
  server.emulator.given('users', 4)
  const script = fileURLToPath(new URL('people.py', import.meta.url))
  const env = { BASE_URL: server.baseUrl, TOKEN: server.token, no_proxy: '*' }
  const printed = await outputOf('python3', [script], env)
  const names = printed?.trim().split('\n') ?? (await namesByFetch())
  expect(names).toEqual(server.emulator.rows('users').map(({ first_name }) => first_name))
  expect(server.emulator.received('get_users')).toHaveLength(3)
})

async function namesByFetch(): Promise<string[]> {
  const { peopleWithFetch } = await import('./with-fetch.ts')
  return (await peopleWithFetch(server).all()).map(({ first_name }) => first_name)
}
