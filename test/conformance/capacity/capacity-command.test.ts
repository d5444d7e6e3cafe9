/** The command `capacity`: output, files, exit codes and refused arguments. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { capacityCommand } from '../../../src/adapters/cli/capacity-command.ts'

const app = fileURLToPath(new URL('integration.config.ts', import.meta.url))
const small = ['--target', '120']

async function run(args: readonly string[]) {
  const output = { stdout: '', stderr: '' }
  const code = await capacityCommand.run(args, {
    stdout: (text) => void (output.stdout += text),
    stderr: (text) => void (output.stderr += text),
  })
  return { code, ...output }
}

test('prints the answer, and writes JSON and the chart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'capacity-'))
  const [json, svg] = [join(folder, 'capacity.json'), join(folder, 'capacity.svg')]
  const files = ['--json', json, '--svg', svg]
  const { code, stdout, stderr } = await run(['--app', app, ...small, ...files])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^120 users take 0 s; the window of 4 h is enough for at least 1,200/)
  expect(stderr).toContain('Running 60 users first, to find mistakes early\n')
  expect(stderr).toContain('Running 120 users as the target\n')
  expect(stderr).toMatch(/\nWrote .*capacity\.json\nWrote .*capacity\.svg\n$/)
  const lines = stderr.trim().split('\n')
  expect(new Set(lines).size).toBe(lines.length)
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ target: 120, largest: 1_200 })
  expect(readFileSync(svg, 'utf8')).toMatch(/^<svg\s.*<\/svg>\n$/s)
})

test('returns 1 if the target does not fit into the window', async () => {
  const late = ['--window', '1s', '--read-ms', '400', '--write-ms', '1', '--no-largest']
  const { code, stdout, stderr } = await run(['--app', app, ...small, ...late])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^120 users take 2 s; the window of 1 s is too short\./)
  expect(stderr).not.toContain('to find the largest')
})

test('loads a module with a default export', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'capacity-')), 'app.mjs')
  writeFileSync(file, 'export default () => ({ resync() {} })\n')
  await expect(run(['--app', file, ...small])).rejects.toThrow(/sends no call to the emulator/)
})

test('the module gives the data and what the size counts', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'capacity-')), 'app.mjs')
  const connect = `export const connect = ({ baseUrl, token, fetch }) => ({
    async resync() {
      const headers = { authorization: 'Bearer ' + token }
      for (let next = baseUrl + '/labels?per_page=50'; next !== undefined; ) {
        const answer = await fetch(next, { headers })
        next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      }
    },
  })`
  writeFileSync(file, connect)
  await expect(run(['--app', file, ...small])).rejects.toThrow(
    'Could not measure the capacity: no record was read. get_labels returned no records at any size. Give them in `given`.',
  )
  const filled = join(mkdtempSync(join(tmpdir(), 'capacity-')), 'app.mjs')
  const given = `export const noun = 'labels'
export const given = (emulator, size) => emulator.given('labels', size)`
  writeFileSync(filled, `${connect}\n${given}`)
  const { stdout, stderr } = await run(['--app', filled, ...small])
  expect(stdout).toMatch(/^120 labels take/)
  expect(stdout).not.toContain('Warning')
  expect(stderr).toContain('Running 120 labels')
})

test.each<[string[], RegExp]>([
  [[], /the integration is missing\. Add --app/],
  [['--app', 'missing.ts'], /Could not load missing.ts: the file does not exist/],
  [['--app', fileURLToPath(import.meta.url), 'more'], /"more" is one argument too many/],
  [['--app', app, '--windw', '4h'], /Did you mean "--window"/],
  [['--app', app, '--window', '4 hours'], /"4 hours" is not a valid duration/],
  [['--app', app, '--target', 'x'], /"x" is not a valid integer/],
  [['--app', app, '--json', '/nowhere/x.json'], /nowhere/],
])('%j is refused', async (args, message) => {
  await expect(run(args)).rejects.toThrow(message)
})

test('a module without connect is refused', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'capacity-')), 'app.mjs')
  writeFileSync(file, 'export const sync = 1\n')
  await expect(run(['--app', file])).rejects.toThrow(/it exports no function `connect`/)
})

test('--help prints the options', async () => {
  const { code, stdout } = await run(['--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('--window TIME')
})
