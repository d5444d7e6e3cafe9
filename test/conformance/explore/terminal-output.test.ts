/** The guide shows the output of `toConverge` as a failing test prints it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'course-admin-emulator/vitest'
import { explore } from '../../../src/explore.ts'
import { forgetful, rename } from './guide-example.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const guide = read('../../../docs/guides/exploration.md')

test('the guide shows the output of toConverge for its own integration', async () => {
  const exploration = await explore(rename, forgetful, { depth: 1 })
  const [, shown] = /```text\n([\s\S]*?)\n```/.exec(guide) ?? []
  let output = ''
  try {
    expect(exploration).toConverge()
  } catch (error) {
    output = (error as Error).message
  }
  expect(output).toContain('The shortest failing schedule')
  expect(shown).toBe(output.trimEnd())
})

test('the guide quotes the integration that prints the output', () => {
  const [, ...quoted] = read('guide-example.ts').replaceAll('export ', '').split('\n\n')
  expect(quoted).toHaveLength(2)
  for (const each of quoted)
    expect(guide).toContain(each.replace('/** The scenario of the guide. */\n', '').trimEnd())
})
