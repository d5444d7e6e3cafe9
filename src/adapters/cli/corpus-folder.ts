/** The folder of a corpus: a file for each schedule that explorations start from. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { fileErrorReason } from './file-error.ts'

const extension = '.txt'

/** Returns the replay texts in a folder, in the order of its files. A folder that does not exist has none. */
export function readCorpus(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return onFolder(folder, () =>
    readdirSync(folder)
      .filter((name) => name.endsWith(extension))
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8').trim())
      .filter((text) => text !== ''),
  )
}

/** Adds the replay texts that are not known. Returns their number. */
export function addToCorpus(
  folder: string,
  texts: readonly string[],
  known: readonly string[],
): number {
  const added = texts.filter((text) => !known.includes(text))
  onFolder(folder, () => {
    mkdirSync(folder, { recursive: true })
    for (const text of added) writeFileSync(join(folder, fileNameOf(text)), `${text}\n`)
  })
  return added.length
}

const fileNameOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16) + extension

function onFolder<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new EmulatorError('unreadable_file', {
      action: `use the corpus ${folder}`,
      reason: fileErrorReason(error),
      advice: 'Give a folder for the files of the corpus: --corpus test/corpus',
    })
  }
}
