/** `run` against an integration with its own port. */
import { serve } from 'srvx/node'
import { afterEach, expect, test } from 'vitest'
import { runCommand } from '../../src/adapters/cli/scenario-command.ts'
import { createLms } from '../examples/lms/lms/lms.ts'
import { createMiddleware } from '../examples/lms/middleware/middleware.ts'

const servers: { close(force: boolean): Promise<void> }[] = []

async function listen(fetch: (request: Request) => Response | Promise<Response>) {
  const server = serve({ port: 0, hostname: '127.0.0.1', manual: true, silent: true, fetch })
  await server.serve()
  servers.push(server)
  return (server.url as string).replace(/\/$/, '')
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close(true)))
})

/** The output of the command, from which the integration is configured. */
async function run(args: string[], greeted?: (err: string) => void) {
  const written = { out: '', err: '' }
  await runCommand(args, {
    stdout: (text) => void (written.out += text),
    stderr(text) {
      written.err += text
      greeted?.(written.err)
    },
  })
  return written
}

test('runs a scenario against an integration over real ports', async () => {
  const lms = createLms()
  const lmsUrl = await listen(lms.fetch)
  let middleware: ReturnType<typeof createMiddleware> | undefined
  const hooks = await listen((request) => middleware?.fetch(request) ?? new Response(null))

  const { out, err } = await run(['merge', '--to', hooks, '--port', '0'], (greeting) => {
    const [, baseUrl] = /stands at (\S+)/.exec(greeting) ?? []
    const [, token] = /token is (\S+)/.exec(greeting) ?? []
    const [, secret] = /signed with (\S+)/.exec(greeting) ?? []
    if (!baseUrl || !token || !secret) return
    middleware ??= createMiddleware({ baseUrl, token, secret, lms: { baseUrl: lmsUrl } })
  })

  expect([...lms.state.accounts.values()]).toMatchObject([{ external_id: 'p-mia' }])
  expect([...lms.state.courses.values()].map(({ students }) => [...students])).toEqual([
    ['acc-1'],
    ['acc-1'],
  ])
  expect(err).toContain('  2  An administrator merges the double into Mia\n')
  expect(err).toMatch(/\d+ deliveries, \d+ of them accepted; \d+ calls to the API\.\n$/)
  expect(out).toContain(`user.merged, attempt 1, to ${hooks}`)
})

test('lists the scenarios', async () => {
  const { out } = await run(['--list'])
  expect(out).toMatch(/^merge-of-merged +A third account is merged into the second/m)
})
