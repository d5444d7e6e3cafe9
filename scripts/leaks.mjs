/**
 * `npm run leaks`: measures the heap after 10,000 and 100,000 rounds of each kind of work, and after 1,000 and
 * 10,000 schedules of an exploration.
 */
import { spawnSync } from 'node:child_process'
import { ensureInstalled, exitOnFailure, root } from './prepare.mjs'

ensureInstalled()
const node = ['--expose-gc', '--import', 'tsx']
for (const args of [
  ['test/leaks/growth.ts', ...process.argv.slice(2)],
  ['test/leaks/schedules.ts'],
]) {
  const { status } = spawnSync(process.execPath, [...node, ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  exitOnFailure(status ?? 1)
}
