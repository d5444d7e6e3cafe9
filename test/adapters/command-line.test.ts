/** The arguments of the command line and the options that they give. */
import { startServer } from 'course-admin-emulator/server'
import { describe, expect, test } from 'vitest'
import { argumentError, defineCommand } from '../../src/adapters/cli/command.ts'
import { commandLoaders, explainOption } from '../../src/adapters/cli/command-list.ts'
import { proposalsFor } from '../../src/adapters/cli/completion-command.ts'
import {
  integerFlag,
  listFlag,
  namedFlags,
  switchFlag,
  textFlag,
  under,
} from '../../src/adapters/cli/flag.ts'
import { runCommand } from '../../src/adapters/cli/scenario-command.ts'
import { openapiCommand, serveCommand } from '../../src/adapters/cli/serve-command.ts'

const serverOptions = (...args: string[]) => serveCommand.parse(['--port', '0', ...args]).values

/** A command with each kind of flag. It returns the number of its values. */
const greet = defineCommand({
  name: 'greet',
  usage: ['WHO [options]'],
  about: 'Prints a greeting.',
  positionals: [['Mia', 'Noa']],
  flags: {
    ...under('Text', { startText: textFlag('TEXT', 'the first word', { default: 'Hello' }) }),
    times: integerFlag('N', 'how often', { range: [1, 9], factor: 10 }),
    marks: listFlag('MARK', 'a mark at the end', (texts) => texts, { name: 'mark' }),
    quiet: switchFlag('print nothing'),
  },
  examples: [['Mia --times 2', 'greet Mia twice']],
  perform: ({ values }) => Object.keys(values).length,
})

const knownFlags = 'Known are: --start-text, --times, --mark, --quiet, --help.'

const output = (): { text: string; stdout(text: string): void; stderr(): void } => ({
  text: '',
  stdout(text) {
    this.text += text
  },
  stderr: () => undefined,
})

describe('a declared command', () => {
  test('gets the values of the given flags, and its arguments', async () => {
    const args = ['Mia', '--times', '2', '--mark=!', '--mark', '-', '--start-text', '']
    const { values, positionals } = greet.parse(args)
    expect(values).toEqual({ times: 20, marks: ['!', '-'], startText: '' })
    expect(positionals).toEqual(['Mia'])
    expect(await greet.run(args, output())).toBe(3)
    expect(greet.parse(['--times', '2', '--times', '3']).values.times).toBe(30)
  })

  test.each([
    ['--world x', `there is no option "--world". ${knownFlags}`],
    ['--tims 2', 'there is no option "--tims". Did you mean "--times"?'],
    ['--times-max 2', 'there is no option "--times-max". Did you mean "--times"?'],
    ['--only-times 2', `there is no option "--only-times". ${knownFlags}`],
    ['-x', `there is no option "-x". ${knownFlags}`],
    ['--__proto__', `there is no option "--__proto__". ${knownFlags}`],
    ['--times', '--times needs a value. Give --times N: how often.'],
    ['--times --quiet', '--times needs a value. Give --times N: how often.'],
    ['--quiet=yes', '--quiet has no value. Give only --quiet.'],
    ['Mia Noa', '"Noa" is one argument too many. Give greet WHO [options].'],
  ])('refuses %s', async (args, text) => {
    const message = `Could not read the command line: ${text}`
    expect(() => greet.parse(args.split(' '))).toThrow(message)
    await expect(greet.run(args.split(' '), output())).rejects.toThrow(message)
  })

  test('tells of a flag that only switches off', () => {
    const off = defineCommand({
      name: 'print',
      usage: ['[options]'],
      about: 'Prints.',
      flags: { loud: switchFlag('print', { name: 'no-loud' }) },
      examples: [],
      perform: () => 0,
    })
    expect(() => off.parse(['--loud'])).toThrow(
      'there is no option "--loud". It is the default; --no-loud switches it off.',
    )
  })

  test('tells where the command of another program begins', () => {
    const repeat = defineCommand({ ...greet, name: 'repeat', rest: 'the command' })
    expect(repeat.parse(['Mia', '--quiet', '--', 'echo', '--loud']).positionals).toEqual([
      'Mia',
      'echo',
      '--loud',
    ])
    expect(() => repeat.parse(['Mia', '--quiet', 'echo', '--loud'])).toThrow(
      '"echo" is one argument too many. Put -- before it: repeat -- echo --loud',
    )
  })

  test.each(['0', '10', 'x', '-1', '1.5'])('refuses --times %s', (text) => {
    expect(() => greet.parse(['--times', text])).toThrow('Use a number from 1 to 9.')
  })

  test('prints its help, although a value is invalid', async () => {
    const written = output()
    expect(await greet.run(['--times', 'x', '-h'], written)).toBe(0)
    expect(written.text).toBe(`Usage: course-admin-emulator greet WHO [options]

Prints a greeting.

Text:
  --start-text TEXT  the first word (Hello)

Options:
  --times N    how often
  --mark MARK  a mark at the end; repeatable
  --quiet      print nothing
  -h, --help   print this help

Examples:
  # greet Mia twice
  course-admin-emulator greet Mia --times 2
`)
  })

  test('breaks the lines of its help at the width of the terminal', async () => {
    const written = output()
    await serveCommand.run(['--help'], {
      ...written,
      stdout: (text) => void (written.text += text),
      columns: 60,
    })
    const lines = written.text.split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
  })
})

test('every command is described by its own declaration: flags, defaults and examples', async () => {
  for (const command of await Promise.all(Object.values(commandLoaders).map((load) => load()))) {
    const written = output()
    await command.run(['--help'], written)
    for (const [name] of namedFlags(command.flags)) expect(written.text).toContain(`--${name}`)
    expect(command.examples.length).toBeGreaterThan(0)
    // Note: an example that a shell redirects is not only arguments.
    for (const [args] of command.examples.filter(([text]) => !text.includes('>')))
      expect(() => command.parse(args.split(' '))).not.toThrow()
  }
})

test.each([
  [['serve'], '4010', '--port 4010'],
  [['serve'], 'small-school', '--world small-school'],
  [['serve'], 'now', 'Give course-admin-emulator [options] or course-admin-emulator COMMAND'],
  [['serve'], 'package.json', 'Did you mean --load package.json?'],
  [['explore', 'merge'], 'crashes restarts', 'Give explore'],
  [['explore', 'merge'], 'crashes', '--deviations crashes'],
  [
    ['explore', 'merge', '--start', 'node'],
    'app.mjs',
    'Put the value of --start in quotes: --start "…".',
  ],
  [
    ['explore', 'merge', '--start=node'],
    'app.mjs',
    'Put the value of --start in quotes: --start "…".',
  ],
  [['check'], 'paging limits', '--only paging,limits'],
  [['check'], './app.ts', '--app ./app.ts'],
  [['check'], 'http://127.0.0.1:3000/hooks', '--to http://127.0.0.1:3000/hooks'],
  [['completion', 'bash'], 'zsh', 'Give completion bash|zsh|fish.'],
  [['run', 'merge'], 'again', 'Give run SCENARIO --to URL [options] or run --all --to'],
] as const)(
  '%j with %s one too many tells the form: %s',
  async ([name, ...args], surplus, form) => {
    const { parse } = await commandLoaders[name]()
    expect(() => parse([...args, ...surplus.split(' ')])).toThrow(form)
  },
)

test('a flag that has no effect beside another one is refused', async () => {
  for (const load of Object.values(commandLoaders)) {
    const command = await load()
    const named = namedFlags(command.flags).filter(([name]) => name !== 'help')
    for (const [name, { value, beside }] of named) {
      const others = named.filter(([each]) => each !== name && !beside?.includes(each))
      for (const [other, flag] of beside ? others : []) {
        const args = [
          [name, value],
          [other, flag.value],
        ].map(([each, text]) => (text === undefined ? `--${each}` : `--${each}=x`))
        expect(() => command.parse(args)).toThrow(`--${name} and --${other} were both given`)
      }
    }
  }
})

test('the document of the operations has only options that change it', async () => {
  const print = async (...args: string[]): Promise<string> => {
    let text = ''
    await openapiCommand.run(args, { ...output(), stdout: (part) => void (text += part) })
    return text
  }
  const values: Readonly<Record<string, string>> = { port: '8080', host: '::1' }
  const plain = await print()
  for (const [name] of namedFlags(openapiCommand.flags)) {
    if (['json', 'help'].includes(name)) continue
    expect(await print(`--${name}`, values[name] ?? 'missing')).not.toBe(plain)
  }
  await expect(print('--allow-host', 'x')).rejects.toThrow('there is no option "--allow-host"')
})

test('an option is not suggested for one that only looks like it', () => {
  expect(() => serverOptions('--state', 'x')).toThrow('"--state". Known are: --port,')
  expect(() => serverOptions('--stry', 'x')).toThrow('Did you mean "--story"?')
})

test('a seed that is not a whole number is refused with an example', () => {
  expect(() => serverOptions('--seed', 'x')).toThrow('Use a whole number, such as --seed 7.')
})

describe('--assume', () => {
  test('switches assumptions of the server', async () => {
    const options = serverOptions(
      '--assume',
      'update.patch=alternative',
      '--assume',
      'body.rules=default',
    )
    expect(options.assumptions).toEqual({ 'update.patch': 'alternative', 'body.rules': 'default' })
    await using server = await startServer(options)
    const { headers } = server.emulator
    const user = server.emulator.given('users')
    const url = `${server.baseUrl}/users/${user.id}`
    expect((await fetch(url, { method: 'PATCH', headers })).status).toBe(404)
  })

  test('switches the assumptions of a preset', () => {
    const options = serverOptions('--assume', 'lenient', '--assume', 'path.id=default')
    expect(options.assumptions).toEqual({ preset: 'lenient', 'path.id': 'default' })
  })

  test.each([
    ['lenent', 'there is no preset "lenent". Did you mean "lenient"?'],
    ['update.pach=alternative', 'Did you mean "update.patch"?'],
    ['update.patch=alternativ', 'Did you mean "alternative"?'],
  ])('refuses %s with the closest name', async (argument, advice) => {
    await expect(startServer(serverOptions('--assume', argument))).rejects.toThrow(advice)
    const run = ['merge', '--to', 'http://127.0.0.1:9/hooks', '--port', '0', '--assume', argument]
    await expect(runCommand.run(run, output())).rejects.toThrow(advice)
  })

  test.each([
    ['rate.token', 'the behaviour is documented and has no alternative'],
    ['webhook.rotate', 'the assumption has no alternative'],
    ['nowhere.near', 'the id is unknown'],
  ])('refuses %s and names the list of assumptions', async (id, reason) => {
    await expect(startServer(serverOptions('--assume', `${id}=alternative`))).rejects.toThrow(
      `Could not switch the assumption "${id}": ${reason}. ` +
        'docs/behaviours.md lists the assumptions that have alternatives.',
    )
  })

  test.each([
    [['update.patch'], 'an assumption needs an id and an alternative'],
    [['=alternative'], 'an assumption needs an id and an alternative'],
    [['update.patch=alternative', 'update.patch=default'], '"update.patch" is given twice'],
  ])('refuses %j', (values, reason) => {
    const args = values.flatMap((value) => ['--assume', value])
    expect(() => serverOptions(...args)).toThrow(reason)
  })
})

test('an error that names no unknown option stays, also before an option of another command', async () => {
  const args = ['--list=all', '--port', '7']
  const error = argumentError('--list has no value', 'Give only --list.')
  expect(await explainOption(error, await commandLoaders.flip(), args)).toBe(error)
})

describe('completion', () => {
  const wordsFor = async (...words: string[]): Promise<string[]> =>
    (await proposalsFor(words, commandLoaders)).map((line) => line.split('\t')[0] as string)

  test.each([
    [[''], ['serve', 'explore', 'completion']],
    [['--'], ['--port', '--no-flag', '--version']],
    [['--wor'], ['--world']],
    [
      ['--world', ''],
      ['empty', 'large-university'],
    ],
    [
      ['capacity', '--'],
      ['--read-ms', '--no-largest', '--help'],
    ],
    [['explore', '--deviations', ''], ['crashes']],
    [
      ['explore', ''],
      ['merge', 'late-cancellation'],
    ],
    [['run', '--to', 'http://127.0.0.1:1/', 'm'], ['merge']],
    [['init', ''], ['vitest']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
  ])('proposes words for %j', async (words, expected) => {
    expect(await wordsFor(...words)).toEqual(expect.arrayContaining(expected))
  })

  test.each([
    ['a file', ['capacity', '--json', '']],
    ['a folder', ['init', 'vitest', '']],
    ['a surplus argument', ['explore', 'merge', '']],
    ['an unknown command', ['explor', '--']],
  ])('proposes nothing for %s', async (_, words) => {
    expect(await wordsFor(...words)).toEqual([])
  })
})
