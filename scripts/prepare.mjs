/** Makes a fresh checkout ready: installs what is locked, builds what is stale. Reports on stderr. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command to its end; what it prints goes to stderr, so that stdout is for answers alone. */
export function run(command, args, options = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['inherit', 2, 2],
    shell: process.platform === 'win32',
    ...options,
  })
  return status ?? 1
}

/** A command of an installed package. */
export const installed = (name, folder = root) => join(folder, 'node_modules', '.bin', name)

export function ensureInstalled(folder = root) {
  const marker = join(folder, 'node_modules', '.package-lock.json')
  const lock = join(folder, 'package-lock.json')
  if (existsSync(marker) && statSync(marker).mtimeMs >= statSync(lock).mtimeMs) return
  process.stderr.write('Installing what package-lock.json names …\n')
  exitUnless(run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder }))
}

export function ensureBuilt() {
  if (isFresh('cli.js')) return
  process.stderr.write('Building …\n')
  exitUnless(run('node', ['scripts/build.mjs', '--no-dts']))
}

/** Whether a built file is there, and no older than what it is built from. */
export function isFresh(name) {
  const built = join(root, 'dist', name)
  const sources = ['src', 'fixtures', 'tsup.config.ts', 'package.json'].map((source) =>
    join(root, source),
  )
  return existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources.map(newest))
}

function newest(path) {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

export function exitUnless(status) {
  if (status !== 0) process.exit(status)
}
