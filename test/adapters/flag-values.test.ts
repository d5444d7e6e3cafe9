/** What each flag of each command makes of its texts. `--update` records a wanted change. */
import { expect, test } from 'vitest'
import { commandLoaders } from '../../src/adapters/cli/command-list.ts'
import { namedFlags } from '../../src/adapters/cli/flag.ts'
import { EmulatorError } from '../../src/engine/errors/errors.ts'
import { flagNames } from '../../src/service/flags.ts'

const texts = [
  '',
  '0',
  '1',
  '2',
  '-1',
  '1.5',
  '70000',
  '5m',
  'x',
  'auto',
  'x5',
  'empty',
  'a,b',
  'a=b',
  '1/2',
  'file.json',
  '-',
  'http://127.0.0.1:3000/hooks',
  'lenient',
  'nl',
]

const shown = (value: unknown): string =>
  typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value))

const names = Object.keys(commandLoaders) as (keyof typeof commandLoaders)[]

test.each(names)('the flags of %s', async (name) => {
  const command = await commandLoaders[name]()
  /** The value of a flag, or why it is refused. */
  const read = (key: string, args: readonly string[]): string => {
    try {
      return shown((command.parse(args).values as Record<string, unknown>)[key])
    } catch (error) {
      expect(error).toBeInstanceOf(EmulatorError)
      const { message } = error as EmulatorError
      return `refused: ${message.replace(/((Known|of the \d+) are): .*/, '$1: …')}`
    }
  }
  const lines = namedFlags(command.flags).flatMap(([flag, { value, ...facts }, key]) => {
    const { heading, beside, choices } = facts
    const head = [
      value === undefined ? `--${flag}` : `--${flag} ${value}`,
      ...(facts.short ? [`short -${facts.short}`] : []),
      ...(facts.default === undefined ? [] : [`default ${facts.default}`]),
      ...(heading ? [`under "${heading}"`] : []),
      ...(choices ? [`choices ${choices.join(' ')}`] : []),
      ...(beside ? [`beside ${beside.map((each) => `--${each}`).join(' ')}`] : []),
    ]
    const results =
      value === undefined
        ? [
            ['given', read(key, [`--${flag}`])],
            ['with a value', read(key, [`--${flag}=1`])],
          ]
        : texts.map((text) => [shown(text), read(key, [`--${flag}=${text}`])])
    const refusals = results.filter(([, result]) => result?.startsWith('refused'))
    const textsOf = (found: typeof results): string =>
      found.length === texts.length ? 'all' : found.map(([text]) => text).join(' ')
    const same = results.filter(([text, result]) => text === result)
    const listed = results.filter(([text, result]) => `[${text}]` === result)
    const others = results.filter((each) => ![...refusals, ...same, ...listed].includes(each))
    return [
      head.join(', '),
      ...(same.length > 0 ? [`  as it is: ${textsOf(same)}`] : []),
      ...(listed.length > 0 ? [`  as a list: ${textsOf(listed)}`] : []),
      ...others.map(([text, result]) => `  ${text} is ${result}`),
      ...refusals.slice(0, 2).map(([text, result]) => `  ${text} is ${result}`),
      ...(refusals.length > 2
        ? [
            `  refused too: ${refusals
              .slice(2)
              .map(([text]) => text)
              .join(' ')}`,
          ]
        : []),
    ]
  })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`recorded/flags-of-${name}.txt`)
})

test('a feature flag is named in any case, with blanks or hyphens', async () => {
  const { parse } = await commandLoaders.serve()
  for (const flag of flagNames)
    for (const name of [flag, flag.toLowerCase(), flag.toUpperCase(), flag.replaceAll(' ', '-')])
      expect(parse(['--no-flag', name]).values).toEqual({ flags: { [flag]: false } })
  const [first = '', second = ''] = flagNames
  expect(parse(['--no-flag', `${first}, ${second}`]).values).toEqual({
    flags: { [first]: false, [second]: false },
  })
})
