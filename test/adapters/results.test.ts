/** The results of a command: which files are refused, what is printed, and what is written. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  assertExtension,
  assertResultFiles,
  assertWritable,
  jsonText,
  writeResults,
} from '../../src/adapters/cli/results.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const fileOf = (name: string): string => join(folder, name)

describe('the extension of a file', () => {
  test.each([
    ['html', 'a.html'],
    ['html', 'a.htm'],
    ['html', 'A.HTML'],
    ['html', 'a'],
    ['html', '-'],
    ['html', 'a.b/page'],
    ['story', 'a.html'],
    ['story', 'a.htm'],
    ['story', 'a.json'],
    ['svg', 'a.svg'],
    ['json', 'a.txt'],
    ['junit', 'a.html'],
  ])('of --%s %s is accepted', (name, file) => {
    expect(() => assertExtension(name, file)).not.toThrow()
  })

  test.each([
    ['html', 'a.json', '.json. Give a file that ends with .html or .htm.'],
    ['html', 'a.html.txt', '.txt. Give a file that ends with .html or .htm.'],
    ['html', 'A.TXT', '.txt. Give a file that ends with .html or .htm.'],
    ['story', 'a.svg', '.svg. Give a file that ends with .html or .htm or .json.'],
    ['svg', 'a.html', '.html. Give a file that ends with .svg.'],
  ])('of --%s %s is refused', (name, file, end) => {
    expect(() => assertExtension(name, file)).toThrow(`--${name} ${file} has the extension ${end}`)
  })
})

describe('the files of results', () => {
  test('are accepted, and none is written', () => {
    writeFileSync(fileOf('known.json'), 'known')
    assertResultFiles({ json: fileOf('known.json'), html: fileOf('a.html'), junit: '-' })
    expect(readdirSync(folder)).toEqual(['known.json'])
    expect(readFileSync(fileOf('known.json'), 'utf8')).toBe('known')
  })

  test.each([
    [
      { json: 'a', html: 'a' },
      '--json a and --html a were both given. Give another file for one of them.',
    ],
    [
      { json: '-', html: 'a', junit: '-' },
      '--json - and --junit - were both given. Give a file for one of them.',
    ],
    [{ html: 'a.txt' }, '--html a.txt has the extension .txt.'],
  ])('%j are refused', (files, message) => {
    expect(() => assertResultFiles(files)).toThrow(message)
  })

  test.each<[string, string, string]>([
    ['in no folder', 'none/a.json', 'its folder does not exist'],
    ['that is a folder', '.', 'it is a folder'],
  ])('%s are refused', (_, name, reason) => {
    const file = fileOf(name)
    expect(() => assertResultFiles({ json: file })).toThrow(
      `Could not save to "${file}": ${reason}. Use a file in an existing folder that you can write to.`,
    )
  })

  test('are removed again after the probe of a reason of its own', () => {
    const probed: string[] = []
    const probe = (file: string): void => {
      probed.push(file)
      throw new Error('the disk is full')
    }
    expect(() => assertWritable(fileOf('a'), probe)).toThrow('the disk is full')
    expect(probed).toEqual([fileOf('a')])
    expect(existsSync(fileOf('a'))).toBe(false)
  })
})

describe('the results', () => {
  /** Writes results, and returns what was printed. */
  function write(files: Readonly<Partial<Record<'json' | 'html', string>>>) {
    const printed = { out: [] as string[], err: [] as string[] }
    const formats = { json: () => 'the JSON', html: () => 'the page' }
    writeResults(files, formats, 'the text', {
      stdout: (text) => void printed.out.push(text),
      stderr: (text) => void printed.err.push(text),
    })
    return printed
  }

  test('are a text, if no file is given', () => {
    expect(write({})).toEqual({ out: ['the text'], err: [] })
  })

  test('are written to files in the order of the formats', () => {
    const [html, json] = [fileOf('b.html'), fileOf('a.json')]
    expect(write({ html, json })).toEqual({
      out: ['the text'],
      err: [`Wrote ${json}\n`, `Wrote ${html}\n`],
    })
    expect([json, html].map((file) => readFileSync(file, 'utf8'))).toEqual(['the JSON', 'the page'])
  })

  test.each([
    ['json', 'the JSON'],
    ['html', 'the page'],
  ])('are printed in the format %s in place of the text', (format, expected) => {
    expect(write({ [format]: '-' })).toEqual({ out: [expected], err: [] })
    expect(readdirSync(folder)).toEqual([])
  })

  test('are printed and written at the same time', () => {
    const html = fileOf('b.html')
    expect(write({ json: '-', html })).toEqual({ out: ['the JSON'], err: [`Wrote ${html}\n`] })
    expect(readdirSync(folder)).toEqual(['b.html'])
  })

  test('as JSON end with a line break', () => {
    expect(jsonText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}\n')
  })
})
