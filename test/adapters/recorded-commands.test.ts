/** The recorded output and exit code of every command, in this process. `test/golden` records them. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CommandEnvironment } from '../../src/adapters/cli/command.ts'
import { commandLoaders } from '../../src/adapters/cli/command-list.ts'
import { EmulatorError } from '../../src/engine/errors/errors.ts'
import { root } from '../support/example-project.ts'

const project = mkdtempSync(join(tmpdir(), 'emulator-'))
writeFileSync(join(project, 'package.json'), '{ "name": "project", "type": "module" }\n')
afterAll(() => rmSync(project, { recursive: true }))

/** The records by command line. A wrong name of a command is an error of the program, which is no command. */
const recorded = readFileSync(new URL('../golden/commands.txt', import.meta.url), 'utf8')
  .split(/^(?=\$ )/m)
  .map((block) => [/^\$ (.*)\n/.exec(block)?.[1] ?? '', block.trimEnd()] as const)
  .filter(([line]) => !['sevre', '4010'].includes(line))

const isCommand = (name: string): name is keyof typeof commandLoaders =>
  Object.hasOwn(commandLoaders, name)

async function record(line: string): Promise<string> {
  const output = { out: '', err: '' }
  const environment: CommandEnvironment & { readonly folder: string } = {
    folder: project,
    stdout: (text) => void (output.out += text),
    stderr: (text) => void (output.err += text),
  }
  const words = line.split(' ')
  const [name = '', ...rest] = words
  const [command, args] = isCommand(name)
    ? [await commandLoaders[name](), rest]
    : [await commandLoaders.serve(), words]
  let code: number
  try {
    code = await command.run(args, environment)
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    output.err += `${error.message}\n`
    code = 2
  }
  const [out, err] = [output.out, output.err].map(placed)
  return `$ ${line}\n${out}--- standard error\n${err}--- exit code ${code}`
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
  expect(await record(line)).toBe(block)
})
