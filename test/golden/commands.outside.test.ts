/**
 * Every command has its recorded output and exit code. `npm run test:outside -- golden/commands -u` records a wanted
 * change.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** An integration that mirrors users. */
const mirror = 'test/adapters/explore/mirror-app.ts'

const commandLines: readonly string[] = [
  '--version',
  '--help',
  'sevre',
  'serve now',
  '4010',
  '--start tomorrow',
  '--wrld empty',
  '--world emty',
  '--world world.json',
  '--port many',
  '--scale 0',
  '--seed 1.5',
  '--clock slow',
  '--no-flag Progams',
  '--assume enrollment.cancel.from=alternativ',
  '--assume enrollment.cancel.form=alternative',
  '--load none.json',
  '--load package.json',
  '--save none/world.json',
  '--json --world empty',
  '--json run merge',
  'openapi --help',
  'openapi --allow-host x',
  'openapi openapi.json',
  'openapi --host 127.0.0.1 --port 4010',
  'run --help',
  'run --list',
  'run',
  'run merg',
  'run merge --to nowhere',
  'init --help',
  'init',
  'init vitets',
  'init vitest --dry-run',
  'init vitest --dry-run --json -',
  'completion --help',
  'completion',
  'completion bsh',
  'completion bash',
  'completion zsh',
  'completion fish',
  'capacity --help',
  'capacity',
  'flip --help',
  'flip',
  'flip -- jest',
  'flip vitest run',
  'explore --help',
  'explore',
  'explore merge',
  `explore test/adapters/explore/renames.ts --app ${mirror} --runs 20 --seed 3`,
  `explore merge --app ${mirror} --deviations lots`,
  `explore merg --app ${mirror}`,
  `explore merge --app ${mirror} --state http://127.0.0.1:9/state`,
  'explore merge --timeout 5',
  'check --help',
  'check --list',
  'check --list --only time',
  'check paging limits',
  'check',
  'check --explain stale-evnt',
  'check --explain stale-event',
  `check --app ${mirror} --only ordering,limits`,
]

/** Text that differs between runs and machines. */
const withoutPlaces = (text: string): string =>
  text
    // Note: a command that takes longer than ten seconds prints how far it is.
    .replaceAll(/^\d+ of \d+ (checks|schedules).* left$\n?/gm, '')
    .replaceAll(/^Took .*$/gm, 'Took <duration>.')
    .replaceAll(root, '<checkout>/')
    .replaceAll(/\b\d+(\.\d+)? (ms|s|min)\b/g, '<duration>')
    .replaceAll(/\b127\.0\.0\.1:\d{5}\b/g, '127.0.0.1:<port>')

const isLong = (text: string): boolean => text.length > 20_000

const hashed = (text: string): string =>
  isLong(text)
    ? `${text.length} characters, ${createHash('sha256').update(text).digest('hex')}\n`
    : text

test('every command has its recorded output and exit code', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "project", "type": "module" }\n')
  const blocks = commandLines.map((line) => {
    const inProject = line.startsWith('init')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'dist/cli.js'), ...line.split(' ').filter(Boolean)],
      {
        cwd: inProject ? folder : root,
        encoding: 'utf8',
        maxBuffer: 1e8,
        env: { ...process.env, NO_COLOR: '1' },
      },
    )
    const place = (text: string): string =>
      hashed(withoutPlaces(text.replaceAll(folder, '<project>')))
    return `$ ${line}\n${place(stdout)}--- standard error\n${place(stderr)}--- exit code ${status}\n`
  })
  rmSync(folder, { recursive: true })
  await expect(blocks.join('\n')).toMatchFileSnapshot('commands.txt')
  // Note: beside other tests, thirty starts of the command take longer than the limit of a test.
}, 300_000)
