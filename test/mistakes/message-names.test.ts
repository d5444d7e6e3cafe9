/** The messages are readable, and each method, option and export that a message advises exists. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { illegible } from './mistake.ts'

/** The words of the public API: every export, option and member. */
const publicWords = new Set(readFileSync('docs/api/public-api.txt', 'utf8').match(/[A-Za-z_]\w*/g))

/** Words of the test runners. */
const foreignWords = ['webServer', 'mock', 'timers', 'for', 'getBy']

/** A name that a message advises to use or to call, with the names of its objects: `emulator.advance`. */
const advisedName = /(?:use|call|await|with|of) \\?`(?:await )?([A-Za-z][\w.]*)(?:\([^`\n]*)?\\?`/gi

const withoutComments = (code: string): string =>
  code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\bgenerated\b/.test(path))
  .map((path) => `src/${path}`)

test('are readable', () => {
  for (const file of ['messages.txt', 'commands.txt']) {
    const lines = readFileSync(`test/golden/${file}`, 'utf8').split('\n')
    expect(
      lines.filter(
        (line) => line.includes('Could not ') && (illegible.test(line) || line.includes('""')),
      ),
    ).toEqual([])
  }
})

test('are names of the public API', () => {
  const advised = sources.flatMap((path) =>
    [...withoutComments(readFileSync(path, 'utf8')).matchAll(advisedName)].map(
      ([, name = '']) => `${path}: ${name}`,
    ),
  )
  expect(advised.length).toBeGreaterThan(30)
  const isKnown = (word: string): boolean => publicWords.has(word) || foreignWords.includes(word)
  const unknown = advised.filter(
    (each) => !(each.split(': ')[1] as string).split('.').every(isKnown),
  )
  expect(unknown).toEqual([])
})
