/** The architecture: the documents describe the layers and the folders that the sources have. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { layerNames } from './layers.ts'
import { read, root } from './source-files.ts'

const foldersOf = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)

/** The diagram of a text, on one line: from `entry points` to the last layer. */
const diagramIn = (text: string): string | undefined =>
  /entry points →[^`]*?machine generated \}/.exec(text)?.[0].replaceAll(/[\s*]+/g, ' ')

const developers = read('DEVELOPERS.md')

/** Whether the table of folders has a row for the folder, or the row of its parent names it. */
function isDescribed(folder: string, subfolder?: string): boolean {
  if (subfolder === undefined) return developers.includes(`| \`src/${folder}/`)
  const row = developers.split('\n').find((line) => line.startsWith(`| \`src/${folder}/\``))
  const hasRow = developers.includes(`| \`src/${folder}/${subfolder}/`)
  return hasRow || row?.includes(`\`${subfolder}/\``) === true
}

describe('the architecture', () => {
  test('has the same diagram in DEVELOPERS.md and in the rule', () => {
    expect(diagramIn(developers)).toBe(diagramIn(read('test/tidy/layers.ts')))
    expect(diagramIn(developers)).toContain('explore')
  })

  test('has no layer without a folder', () => {
    const others = ['entry points', 'fixtures', 'scripts']
    const folders = foldersOf('src').flatMap((each) =>
      each === 'inspector' ? foldersOf('src/inspector').map((name) => `inspector/${name}`) : each,
    )
    expect(layerNames.toSorted()).toEqual([...folders, ...others].toSorted())
  })

  test('has a description of every folder in DEVELOPERS.md', () => {
    const missing = foldersOf('src').flatMap((folder) => [
      ...(isDescribed(folder) ? [] : [folder]),
      ...foldersOf(`src/${folder}`)
        .filter((each) => !isDescribed(folder, each))
        .map((each) => `${folder}/${each}`),
    ])
    expect(missing).toEqual([])
  })
})
