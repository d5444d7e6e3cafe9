/** The file of `--load` and `--save`: a failed write keeps the earlier one, and a read has a limit. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { assertWritable } from '../../src/adapters/cli/results.ts'
import {
  probeReplacement,
  readWorldFile,
  writeWorldFile,
} from '../../src/adapters/cli/world-file.ts'

const createFolder = (): string => mkdtempSync(join(tmpdir(), 'world-'))

test('a write that fails keeps the earlier world and leaves no other file', () => {
  const folder = createFolder()
  const file = join(folder, 'world.json')
  writeWorldFile(file, 'first')
  // Note: a text that the file system refuses stands for a full disk.
  const refused = Symbol('refused') as unknown as string
  expect(() => writeWorldFile(file, refused)).toThrow('symbol')
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['first', ['world.json']])
})

test('a file that an earlier process left beside the world is replaced', () => {
  const folder = createFolder()
  const file = join(folder, 'world.json')
  writeFileSync(`${file}.${process.pid}.tmp`, 'left over')
  writeWorldFile(file, 'first')
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['first', ['world.json']])
})

test('a write replaces the file as a whole, and keeps a link and the permissions', () => {
  const folder = createFolder()
  const [file, link] = [join(folder, 'world.json'), join(folder, 'link.json')]
  writeWorldFile(file, 'first')
  chmodSync(file, 0o600)
  symlinkSync(file, link)
  const before = statSync(file).ino
  writeWorldFile(link, 'second')
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual([
    'second',
    ['link.json', 'world.json'],
  ])
  expect(statSync(file).ino).not.toBe(before)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a file is writable if a file beside it is', () => {
  const folder = createFolder()
  assertWritable(join(folder, 'world.json'), probeReplacement)
  expect(readdirSync(folder)).toEqual([])
  assertWritable('/dev/null', probeReplacement)
  writeWorldFile('/dev/null', 'text')
  mkdirSync(join(folder, 'folder'))
  expect(() => assertWritable(join(folder, 'folder'))).toThrow('Could not save to')
})

test('a read stops at the limit, and at the first bytes of another file', () => {
  const file = join(createFolder(), 'world.json')
  const text = `${createEmulator({ world: 'empty' }).save()}${' '.repeat(3_000_000)}`
  writeFileSync(file, text)
  expect(() => readWorldFile(file, 2_000_000)).toThrow('it is larger than 2000000 bytes.')
  expect(readWorldFile(file)).toBe(text)
  for (const other of [`{"a":"${'x'.repeat(3_000_000)}"}`, '{"name":"app"}', '']) {
    writeFileSync(file, other)
    expect(() => readWorldFile(file)).toThrow(
      `Could not read ${file}: it is not a saved world of course-admin-emulator. Use a file that --save or`,
    )
  }
  expect(() => readWorldFile(`${file}.none`)).toThrow(
    'the file does not exist. Use a file that --save or `GET /_emulator/world` wrote. Leave out --load at the first start.',
  )
  expect(() => readWorldFile('/dev/zero')).toThrow('it is not a saved world')
})

test('the mark of UTF-8 that an editor writes before a world is no mistake', () => {
  const file = join(createFolder(), 'world.json')
  const saved = createEmulator({ world: 'empty' }).save()
  writeFileSync(file, `\uFEFF${saved}`)
  expect(createEmulator({ load: readWorldFile(file) }).save()).toBe(saved)
})

test('a cut world is reported as cut', () => {
  const saved = createEmulator({ world: 'empty' }).save()
  for (const length of [5, 60, saved.length >> 1, saved.length - 10]) {
    const load = saved.slice(0, length)
    expect(() => createEmulator({ load })).toThrow('it is cut: its end is missing')
  }
  expect(() => createEmulator({ load: saved.slice(1) })).toThrow('it is no longer valid')
})
