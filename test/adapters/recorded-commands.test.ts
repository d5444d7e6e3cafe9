/** The recorded output and exit code of every command, in this process. `test/golden` records them. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CommandEnvironment } from '../../src/adapters/cli/command.ts'
import { commandLoaders, explainOption } from '../../src/adapters/cli/command-list.ts'
import { EmulatorError } from '../../src/engine/errors/errors.ts'
import { root } from '../support/example-project.ts'

const project = mkdtempSync(join(tmpdir(), 'emulator-'))
writeFileSync(join(project, 'package.json'), '{ "name": "project", "type": "module" }\n')
afterAll(() => rmSync(project, { recursive: true }))

/** The records by command line. An error of the program, such as a wrong name of a command, is none of a command. */
const recorded = readFileSync(new URL('../golden/commands.txt', import.meta.url), 'utf8')
  .split(/^(?=\$ )/m)
  .map((block) => [/^\$ (.*)\n/.exec(block)?.[1] ?? '', block.trimEnd()] as const)
  .filter(([line]) => !['sevre', '4010', '--json run merge'].includes(line))

const isCommand = (name: string): name is keyof typeof commandLoaders =>
  Object.hasOwn(commandLoaders, name)

/** Runs a command line as the program does. */
async function run(words: readonly string[]) {
  const output = { out: '', err: '' }
  const environment: CommandEnvironment & { readonly folder: string } = {
    folder: project,
    stdout: (text) => void (output.out += text),
    stderr: (text) => void (output.err += text),
  }
  const [name = '', ...rest] = words
  const [command, args] = isCommand(name)
    ? [await commandLoaders[name](), rest]
    : [await commandLoaders.serve(), words]
  try {
    const code = await command.run(args, environment)
    return { ...output, code }
  } catch (thrown) {
    const error = await explainOption(thrown, command, args)
    if (!(error instanceof EmulatorError)) throw error
    return { out: output.out, err: `${output.err}${error.message}\n`, code: 2 }
  }
}

/** Replaces what differs between runs and machines, as the record does. */
function placed(text: string): string {
  const kept = text
    .replaceAll(/^Took .*$/gm, 'Took <duration>.')
    .replaceAll(project, '<project>')
    .replaceAll(root, '<checkout>/')
    .replaceAll(/\b\d+(\.\d+)? (ms|s|min)\b/g, '<duration>')
  if (kept.length <= 20_000) return kept
  return `${kept.length} characters, ${createHash('sha256').update(kept).digest('hex')}\n`
}

test.each(recorded)('%s', async (line, block) => {
  const { out, err, code } = await run(line.split(' '))
  expect(`$ ${line}\n${placed(out)}--- standard error\n${placed(err)}--- exit code ${code}`).toBe(
    block,
  )
})

test.each([
  [['--world', 'trainng-company'], 'Did you mean "training-company"?'],
  [['--no-flag', 'Progams'], 'Did you mean "Programs"?'],
  [['--port', 'abc'], 'is not a valid integer'],
  [['--port', '70000'], 'from 0 to 65535'],
  [['--seed', '1.5'], 'is not a valid integer'],
  [['--seed', 'x'], 'Use a whole number, such as --seed 7.'],
  [['--port', '0', '--assume', 'foo=bar'], 'Could not switch the assumption "foo"'],
  [['--port', '0', '--assume', 'user.merge.deleted=on'], 'there is no alternative "on"'],
  [['openapi', '--assume', 'foo=bar'], 'there is no option "--assume"'],
  [['check', '--list', '--to', 'http://a.test'], '--list and --to were both given'],
  [
    ['run', 'merge', '--to', 'http://127.0.0.1:9/', '--port', '0', '--assume', 'foo=bar'],
    'Could not switch the assumption "foo"',
  ],
  [['run', 'merge', '--world', 'empty'], 'there is no option "--world". It is one of serve'],
  [['run', 'merge', '--app', 'x.mjs'], 'It is one of explore, check, capacity.'],
  [
    ['capacity', '--to', 'http://127.0.0.1:9/'],
    'It is one of run, explore, check. Give a module that calls the process, as --app FILE.',
  ],
  [['--port', '0', '--assume', 'lenient=true'], '"lenient" is a preset and has no alternatives.'],
  [['--clock', 'slow'], 'it is not a valid clock'],
  [['--clock', 'autoo'], 'Did you mean "auto"?'],
  [['--clock', 'x0'], 'it is not a valid clock. Use system, virtual, auto, or xN'],
  [['--host', ''], '`host` is not a host name or address: ""'],
  [['openapi', '--host', ''], '`host` is not a host name or address: ""'],
  [['--save', '/nowhere/at/all/world.json'], 'Could not save to "/nowhere/at/all/world.json"'],
  [['--save', 'test'], 'it is a folder.'],
  [['--load', 'test'], 'Could not read test: it is a folder.'],
  [['--load', 'vitest.config.ts'], 'and a scenario for the command `run`.'],
  [['--load', 'package.json'], 'Make records of your own with `POST /_emulator/given`.'],
  [
    ['--world', './demo/world.ts'],
    'it is a module. Give a name, or a saved world with --load. A world in a module is for `emulatorPlugin`',
  ],
  [['check', '--app', 'test'], 'Could not load test: it is a folder.'],
  [['check', './app.ts'], 'Did you mean --app ./app.ts?'],
  [['explore', 'merge', 'http://127.0.0.1:9/'], 'Did you mean --to http://127.0.0.1:9/?'],
  [['--save', ''], 'Could not save to ""'],
  [['--prot', '0'], 'Did you mean "--port"?'],
  [['init', 'vitst'], 'Did you mean "vitest"?'],
  [['openapi', 'api.yaml'], 'Did you mean --json api.yaml?'],
  [['openapi', 'surplus'], '"surplus" is one argument too many. Give openapi [options].'],
  [['run', 'merge-of-mergd', '--to', 'http://127.0.0.1:9/'], 'Did you mean "merge-of-merged"?'],
  [['run', 'merge'], 'Add --to, such as --to http://127.0.0.1:3000/hooks.'],
  [['run', 'merge', '--to', 'nowhere'], 'it is not an HTTP URL'],
  [['run', 'merge', 'again', '--to', 'http://127.0.0.1:9/'], '"again" is one argument too many'],
  [['run', './none.ts', '--to', 'http://127.0.0.1:9/'], 'Could not load ./none.ts'],
  [
    ['--json', '--port', '0'],
    '--json needs a value. Give --json FILE: write url, baseUrl, token and inspector in one line of JSON; - is standard output.',
  ],
  [['run'], 'the name is missing'],
  [['run', 'all', '--to', 'http://127.0.0.1:9/'], 'Did you mean "--all"?'],
  [
    ['check', '--app', 'none.ts', '--json', 'a.json', '--html', 'a.json'],
    '--json a.json and --html a.json were both given. Give another file for one of them.',
  ],
  [
    ['explore', '--to', 'http://127.0.0.1:9/', '--start-timeout', '3'],
    '--start-timeout is given without --start. Add --start, the command that starts',
  ],
  [['run', '--lst'], 'Did you mean "--list"?'],
  [['--load', 'package.json', '--seed', '7'], 'it is not a saved world'],
])('%j is refused in one line', async (args, text) => {
  const { out, err, code } = await run(args)
  expect([code, out]).toEqual([2, ''])
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(err).toContain(text)
})
