/** The layout of the help of a command: its parts, its columns and where its lines break. */
import { describe, expect, test } from 'vitest'
import { type CommandText, helpOf, usagesOf } from '../../src/adapters/cli/command-help.ts'
import { switchFlag, textFlag, under } from '../../src/adapters/cli/flag.ts'

const copy: CommandText = {
  name: 'copy',
  usage: ['FROM TO', '--list'],
  about: 'Copies a record.\n\nThe exit code\nis 0.',
  flags: {
    list: switchFlag('list the records', { short: 'l' }),
    dryRun: switchFlag('write nothing'),
    ...under('Result', { json: textFlag('FILE', 'write JSON', { default: '-' }) }),
  },
  sections: [['Records', [['users', 'people']]]],
  examples: [['a b --json c', 'copy a to b']],
}

/** The lines of the help of a command with one flag and no more, from its column of flags on. */
function flagLines(name: string, help: string, columns: number): readonly string[] {
  const flags = { [name]: switchFlag(help) }
  const text = helpOf({ name: 'x', usage: [''], about: 'Does.', flags, examples: [] }, columns)
  const lines = text.split('\n')
  const from = lines.indexOf('Options:') + 1
  return lines.slice(from, lines.indexOf('', from))
}

const paragraph = (about: string, columns?: number): readonly string[] =>
  helpOf({ ...copy, about }, columns)
    .split('\n\n')[1]
    ?.split('\n') ?? []

test('the help has the usage, the description, the flags by heading, lists and examples', () => {
  expect(helpOf(copy)).toBe(`Usage: course-admin-emulator copy FROM TO
       course-admin-emulator copy --list

Copies a record.

The exit code is 0.

Options:
  -l, --list  list the records
  --dry-run   write nothing

Result:
  --json FILE  write JSON (-)

Records:
  users  people

Examples:
  # copy a to b
  course-admin-emulator copy a b --json c
`)
})

test('a command without lists has none, and the default command needs no name', () => {
  const { sections: _, ...others } = copy
  const help = helpOf({ ...others, name: 'serve' })
  expect(help).toContain(
    'Usage: course-admin-emulator FROM TO\n       course-admin-emulator --list\n',
  )
  expect(help).toContain('  course-admin-emulator a b --json c\n')
  expect(help).not.toContain('Records')
})

test.each([
  ['copy', ['copy FROM TO', 'copy --list']],
  ['serve', ['course-admin-emulator FROM TO', 'course-admin-emulator --list']],
])('the usages of %s', (name, expected) => {
  expect(usagesOf({ ...copy, name })).toEqual(expected)
})

describe('a text', () => {
  test.each<[string, string, number, readonly string[]]>([
    ['that fits', 'aaa bbb', 7, ['aaa bbb']],
    ['that is one character too long', 'aaa bbb', 6, ['aaa', 'bbb']],
    ['of several lines', 'aa bb cc dd', 5, ['aa bb', 'cc dd']],
    ['with a word that is too long', 'abcdefghij kl', 5, ['abcdefghij', 'kl']],
    ['that ends with such a word', 'kl abcdefghij', 5, ['kl', 'abcdefghij']],
    ['with several spaces and lines', 'a  b\nc', 9, ['a b c']],
  ])('%s breaks between words', (_, about, columns, expected) => {
    expect(paragraph(about, columns)).toEqual(expected)
  })

  test.each([undefined, 100, 101, 1_000])('is never wider than 100 columns: %s', (columns) => {
    const words = 'x'.repeat(49)
    expect(paragraph(`${words} ${words}x y`, columns)).toEqual([`${words} ${words}x`, 'y'])
  })
})

describe('a column of flags', () => {
  test('has the lines of a text below each other', () => {
    expect(flagLines('dry', 'aaa bbb ccc', 16)).toEqual(['  --dry  aaa bbb', '         ccc'])
    expect(flagLines('dry', 'aaa bbb ccc', 15)).toEqual([
      '  --dry  aaa',
      '         bbb',
      '         ccc',
    ])
  })

  test('has no empty line before a word that is too long', () => {
    expect(flagLines('dry', 'abcdefghij kl', 14)).toEqual(['  --dry  abcdefghij', '         kl'])
  })

  test.each([
    [22, [`  --${'n'.repeat(22)}  text`]],
    [23, [`  --${'n'.repeat(23)}`, '    text']],
  ])('is as wide as a name of 24 characters at most: %i and the dashes', (length, expected) => {
    expect(flagLines('n'.repeat(length), 'text', 100)).toEqual(expected)
  })
})

test('an example breaks before its flags, with the mark that a shell reads', () => {
  const args = 'a b --first 1 --second 2'
  const help = helpOf({ ...copy, examples: [[args, 'copy all']] }, 46)
  expect(help.split('Examples:\n')[1]).toBe(
    ['  # copy all', '  course-admin-emulator copy a b --first 1 \\', '    --second 2', ''].join(
      '\n',
    ),
  )
})
