/** The command line: its output, its errors and its exit. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the command; `until` gets each line of standard output and can stop the command. */
function run(
  args: readonly string[],
  until?: (line: string, stop: (signal?: NodeJS.Signals) => void) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, ...env },
    })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      if (out.endsWith('\n')) until?.(out, (signal = 'SIGINT') => child.kill(signal))
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
    child.on('close', (code) => resolve({ code, out, err }))
  })
}

test('--json - prints one line with all data, and Ctrl+C stops the command', async () => {
  const { code, out, err } = await run(['--port', '0', '--json', '-'], (_, stop) => stop())
  const { url, ...rest } = JSON.parse(out) as Record<string, string>
  expect(rest).toEqual({
    baseUrl: `${url}/api/v1`,
    token: 'course-admin-token',
    inspector: `${url}/_emulator/`,
  })
  expect([code, err]).toEqual([0, ''])
})

test('the built command serves the files of the inspector, which are beside it', async () => {
  const served: (readonly [number, string | null])[] = []
  const serveFiles = async (line: string): Promise<void> => {
    const { inspector } = JSON.parse(line) as { inspector: string }
    for (const path of ['', 'assets/page.js', 'assets/page.css']) {
      const { status, headers } = await fetch(inspector + path)
      served.push([status, headers.get('content-type')])
    }
  }
  await run(['--port', '0', '--json', '-'], (line, stop) => {
    void serveFiles(line).finally(() => stop())
  })
  expect(served).toEqual([
    [200, 'text/html; charset=utf-8'],
    [200, 'text/javascript; charset=utf-8'],
    [200, 'text/css; charset=utf-8'],
  ])
})

test('Ctrl+C stops the process while a world is made, before a server or a file exists', async () => {
  const index = new URL('../../dist/index.js', import.meta.url).href
  const code = `const { createEmulator } = await import(${JSON.stringify(index)})
    const world = { name: 'many', about: '', size: 'none', amounts: { users: 1_000_000 } }
    createEmulator({ world, onProgress: () => process.kill(process.pid, 'SIGINT') })
    console.log('made')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code])
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  const signal = await new Promise((resolve) => child.on('close', (_, name) => resolve(name)))
  expect([signal, out]).toEqual(['SIGINT', ''])
})

test('escape sequences of arguments do not reach the terminal', async () => {
  const { code, err } = await run(['run', '\u001b]0;title\u0007'])
  expect([code, err]).toEqual([2, expect.stringContaining(String.raw`"\u001b]0;title\u0007"`)])
  expect(err).not.toContain('\u001b')
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '--save writes the world after %s',
  async (signal) => {
    const file = join(mkdtempSync(join(tmpdir(), 'world-')), 'world.json')
    const args = ['--port', '0', '--json', '-', '--world', 'empty', '--save', file]
    const { code, err } = await run(args, (_, stop) => stop(signal))
    expect([code, err, existsSync(file)]).toEqual([0, `Wrote ${file}\n`, true])
  },
)

test('SIGTERM ends a server within 200 ms, with an open stream and an open request', async () => {
  const durations: number[] = []
  // Note: other processes may take the processor for a moment.
  while (durations.length < 5 && !durations.some((ms) => ms < 200)) {
    let startedMs = 0
    const args = ['--port', '0', '--json', '-', '--world', 'empty']
    const { code, err } = await run(args, (line, stop) => {
      const { url, baseUrl, token } = JSON.parse(line) as Record<string, string>
      const slow = JSON.stringify({ operation: 'get_users', with: { latency_ms: 60_000 } })
      void (async () => {
        await fetch(`${url}/_emulator/faults`, { method: 'POST', body: slow })
        const headers = { authorization: `Bearer ${token}` }
        const open = fetch(`${baseUrl}/users`, { headers }).catch(() => 'reset')
        const stream = await fetch(`${url}/_emulator/events`)
        startedMs = performance.now()
        stop('SIGTERM')
        expect(await open).toBe('reset')
        await stream.text().catch(() => undefined)
      })()
    })
    durations.push(performance.now() - startedMs)
    expect([code, err]).toEqual([0, ''])
  }
  expect(Math.min(...durations)).toBeLessThan(200)
})

test('a signal right after the output of a server ends it as later ones do', async () => {
  const { code } = await run(['--port', '0', '--json', '-'], (_, stop) => stop('SIGTERM'))
  expect(code).toBe(0)
})

test('a process that is killed while it saves leaves the earlier world or the new one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'world-'))
  const file = join(folder, 'world.json')
  const saved = createEmulator().save()
  writeFileSync(file, saved)
  const args = ['--port', '0', '--json', '-', '--clock', 'virtual', '--load', file, '--save', file]
  const { code } = await run(args, (_, stop) => {
    const watcher = watch(folder, () => {
      watcher.close()
      stop('SIGKILL')
    })
    stop('SIGINT')
  })
  // Note: on a busy machine the process may end before the signal.
  expect([null, 0]).toContain(code)
  expect(createEmulator({ load: readFileSync(file, 'utf8') }).save()).toBe(saved)
})

test('run runs a scenario: progress on standard error, the transcript on standard output', async () => {
  const to = ['--to', 'http://127.0.0.1:9/hooks', '--port', '0', '--secret', 'whsec_c2VjcmV0']
  const { code, out, err } = await run(['run', 'deleted-user-mapping', ...to])
  expect(code).toBe(1)
  expect(out).toMatch(/^deleted-user-mapping: A user is deleted/)
  expect(out).toMatch(/event +user\.deleted/)
  expect(err).toContain('Secret:    whsec_c2VjcmV0')
  expect(err).toContain('  2  An administrator deletes Mia\n')
  expect(err).toContain('Does your integration listen at http://127.0.0.1:9/hooks?')
})

test('--help and --version print their text and exit', async () => {
  const help = await run(['--help'])
  expect([help.code, help.out]).toEqual([0, expect.stringContaining('--no-flag NAME')])
  expect(await run(['--version'])).toEqual({ code: 0, out: '0.1.0\n', err: '' })
})

test.each([
  [{}, false],
  [{ FORCE_COLOR: '1' }, true],
  [{ NO_COLOR: '1' }, false],
])('%j decides on colors without a terminal', async (env, isColored) => {
  const { out } = await run(['check', '--help'], undefined, env)
  const { err } = await run(['sevre'], undefined, env)
  expect([out.includes('\u001b[1m'), err.startsWith('\u001b[31m')]).toEqual([isColored, isColored])
})

test('the script of bash completes commands, flags and values', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bash-'))
  const program = join(folder, 'course-admin-emulator')
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`, { mode: 0o755 })
  const { out: script } = await run(['completion', 'bash'])
  writeFileSync(join(folder, 'completion.sh'), script)
  const complete = async (...words: string[]): Promise<string[]> => {
    const list = words.map((word) => `'${word}'`).join(' ')
    const code = `. ${folder}/completion.sh; COMP_WORDS=(${program} ${list}); COMP_CWORD=${words.length}
_course_admin_emulator; printf '%s\\n' "\${COMPREPLY[@]}"`
    const child = spawn('bash', ['-c', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    return (await text(child.stdout)).trim().split('\n')
  }
  expect(await complete('ca')).toEqual(['capacity'])
  expect(await complete('capacity', '--wi')).toEqual(['--window'])
  expect(await complete('--world', 'small')).toEqual(['small-school'])
  expect(await complete('--no-flag', 'Custom')).toEqual(['Custom objects'])
  expect(await complete('capacity', '--json', '')).toEqual([''])
  rmSync(folder, { recursive: true })
})

test('help is the option --help', async () => {
  expect(await run(['help', 'openapi'])).toEqual(await run(['openapi', '--help']))
  expect(await run(['version'])).toEqual(await run(['--version']))
})

test.each([
  [['opnapi'], 'Did you mean "openapi"?'],
  [['4010'], 'Did you mean "--port 4010"?'],
  [['--world', 'trainng-company'], 'Did you mean "training-company"?'],
])('%j is rejected in one line, with exit code 2', async (args, line) => {
  const { code, out, err } = await run(args)
  expect([code, out]).toEqual([2, ''])
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(err).toContain(line)
})

test('capacity loads a module in TypeScript', async () => {
  const app = fileURLToPath(new URL('../examples/lms/integration.config.ts', import.meta.url))
  const { code, out } = await run(['capacity', '--app', app, '--target', '20'])
  expect(out).toMatch(/^20 users take 0 s; the window of 4 h is enough for/)
  expect(code).toBe(0)
})

/** A module may keep timers and sockets open. */
const openTimer = 'setInterval(() => {}, 1_000)\n'

const slowModule = `export const connect = ({ baseUrl, token, fetch }) => ({
  async resync() {
    await fetch(baseUrl + '/users', { headers: { authorization: 'Bearer ' + token } })
  },
})`

test.each([
  ['1 if the target does not fit', slowModule, 1, /^20 users take 2 s; the window of 1 s/],
  ['2 if it cannot be measured', 'export const connect = () => ({})', 2, /no `resync`/],
])('capacity ends beside an open timer with %s', async (_, module, expected, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'capacity-'))
  const app = join(folder, 'app.mjs')
  writeFileSync(app, openTimer + module)
  const options = ['--target', '20', '--window', '1s', '--read-ms', '2000']
  const { code, out, err } = await run(['capacity', '--app', app, ...options])
  rmSync(folder, { recursive: true })
  expect(code).toBe(expected)
  expect(expected === 1 ? out : err).toMatch(message)
})

const exits = 'export const connect = () => ({ fetch: () => process.exit(0), state: () => 1 })'
const hangs = `await new Promise(() => {})\n${slowModule}`

test.each([
  ['explore', 'merge', exits, 'the integration called process.exit.'],
  ['check', '--only=signature', exits, 'the integration called process.exit.'],
  ['capacity', '--target=20', hangs, 'a promise never settles, and no timer or socket is left.'],
])(
  '%s %s has exit code 2 if the process ends before its result',
  async (name, arg, app, reason) => {
    const folder = mkdtempSync(join(tmpdir(), 'exit-'))
    const file = join(folder, 'app.mjs')
    writeFileSync(file, app)
    const { code, out, err } = await run([name, arg, '--app', file])
    rmSync(folder, { recursive: true })
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`Could not end the command: ${reason} The command has no result.`)
  },
)

test('an error of a script that explores ends it, as without an exploration', async () => {
  const index = (name: string): string => new URL(`../../dist/${name}.js`, import.meta.url).href
  const code = `import { explore } from ${JSON.stringify(index('explore'))}
    import { merge } from ${JSON.stringify(index('scenarios'))}
    const exploration = explore(merge, () => ({ fetch: () => new Response(), state: () => 1 }))
    console.log([].missing[0], exploration)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code])
  const [err, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect([exitCode, err]).toEqual([1, expect.stringContaining('TypeError: Cannot read properties')])
})
