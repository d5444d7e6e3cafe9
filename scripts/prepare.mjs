/** Prepares a checkout: installs the locked packages and builds a stale `dist`. Reports on stderr. */
import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const settings = { cwd: root, shell: process.platform === 'win32' }

/** Runs a command and returns its status. Its output goes to stderr, because stdout is for results. */
export function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, {
    ...settings,
    stdio: ['inherit', 2, 2],
    ...options,
  })
  return status ?? 1
}

const endOf = (child) =>
  new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)))

/** Runs a command as `run` does, while others that were started go on. Returns a promise of its status. */
export function runBeside(command, args, options = {}) {
  return endOf(spawn(command, args, { ...settings, stdio: ['inherit', 2, 2], ...options }))
}

/**
 * Starts a command beside others. `ended` resolves with its status. `finish` waits for it, prints its output and returns
 * its status.
 */
export function start(command, args, options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-'))
  const file = join(folder, 'output.txt')
  const output = openSync(file, 'w')
  const stdio = ['ignore', output, output]
  const ended = endOf(spawn(command, args, { ...settings, stdio, ...options }))
  return {
    ended,
    async finish() {
      const status = await ended
      closeSync(output)
      process.stderr.write(readFileSync(file))
      rmSync(folder, { recursive: true })
      return status
    },
  }
}

/** The path of a command of an installed package. */
export const installed = (name, folder = root) => join(folder, 'node_modules', '.bin', name)

/** The Node among the packages of a folder, or else the current Node if it has at least this version. */
export function findNode(folder, [majorMin, minorMin]) {
  const packaged = installed('node', folder)
  if (existsSync(packaged)) return packaged
  const [major, minor] = process.versions.node.split('.').map(Number)
  const isSupported = major > majorMin || (major === majorMin && minor >= minorMin)
  return isSupported ? process.execPath : undefined
}

/** Installs the packages of a folder if its lock file is newer than the installation. */
export function ensureInstalled(folder = root) {
  const marker = join(folder, 'node_modules', '.package-lock.json')
  const lock = join(folder, 'package-lock.json')
  if (existsSync(marker) && statSync(marker).mtimeMs >= statSync(lock).mtimeMs) return
  process.stderr.write('Installing the packages of package-lock.json …\n')
  exitOnFailure(run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder }))
}

/** Builds the package if its sources are newer than the build; with its types only if they are necessary. */
export function ensureBuilt({ withTypes = false } = {}) {
  if (isFresh(withTypes ? 'storybook.d.ts' : 'cli.js')) return
  process.stderr.write('Building …\n')
  exitOnFailure(run('node', ['scripts/build.mjs', ...(withTypes ? [] : ['--no-dts'])]))
}

/** Writes the generated pages if the last one is absent. */
export function ensureGenerated() {
  if (existsSync(join(root, 'docs', 'api', 'README.md'))) return
  process.stderr.write('Generating the pages …\n')
  exitOnFailure(run('npm', ['run', '--silent', 'gen']))
}

/** Whether a built file exists and is not older than its sources. */
export function isFresh(name) {
  const built = join(root, 'dist', name)
  const sources = ['src', 'fixtures/worlds', 'tsup.config.ts', 'package.json'].map((source) =>
    join(root, source),
  )
  return existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources.map(newest))
}

function newest(path) {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Exits with a status other than 0. */
export function exitOnFailure(status) {
  if (status !== 0) process.exit(status)
}
