/** Writes the result of a command: a text for people, and files in other formats. `-` is standard output. */
import { closeSync, existsSync, openSync, unlinkSync, writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { argumentError, type CommandEnvironment } from './command.ts'
import { fileErrorReason } from './file-error.ts'
import { type Flag, textFlag } from './flag.ts'

const standardOutput = '-'

/** A file for each format of a result. */
export type ResultFiles<K extends string = string> = Readonly<Partial<Record<K, string>>>

/** The flag of a file that a command writes. */
export const fileFlag = (help: string): Flag<string> => textFlag('FILE', help)

/** `--story`, of every command that runs an emulator. */
export const storyFlag = (help: string): Flag<string> =>
  fileFlag(`write ${help} as a page, or as JSON if FILE ends with .json`)

/** `--json`, of every command with a result. */
export const jsonFlag = (help = 'write the result as JSON; - is standard output'): Flag<string> =>
  fileFlag(help)

/** The extensions of the formats that a browser shows: a file with another one would not be read as such. */
const extensions: Readonly<Record<string, readonly string[]>> = {
  html: ['.html', '.htm'],
  story: ['.html', '.htm', '.json'],
  svg: ['.svg'],
}

/** @throws EmulatorError for a file whose extension is of another format */
export function assertExtension(name: string, file: string): void {
  const extension = extname(file).toLowerCase()
  const known = extensions[name]
  if (!known || extension === '' || known.includes(extension)) return
  throw argumentError(
    `--${name} ${file} has the extension ${extension}`,
    `Give a file that ends with ${known.join(' or ')}.`,
  )
}

/** @throws EmulatorError for a file that cannot be written, or is of another format, and for two results in one file or on standard output */
export function assertResultFiles(files: ResultFiles): void {
  const all = Object.entries(files)
  for (const [format, file = ''] of all) {
    assertExtension(format, file)
    const same = all.filter(([, other]) => other === file).map(([name]) => `--${name} ${file}`)
    if (same.length > 1)
      throw argumentError(
        `${same.join(' and ')} were both given`,
        `Give ${file === standardOutput ? 'a' : 'another'} file for one of them.`,
      )
    if (file !== standardOutput) assertWritable(file)
  }
}

/** Prints the text, or the result whose file is `-`, and writes the other files. */
export function writeResults<K extends string>(
  files: ResultFiles<K>,
  formats: Readonly<Record<K, () => string>>,
  text: string,
  { stdout, stderr }: Pick<CommandEnvironment, 'stdout' | 'stderr'>,
): void {
  const given = (Object.keys(formats) as K[]).filter((format) => files[format] !== undefined)
  const printed = given.find((format) => files[format] === standardOutput)
  stdout(printed === undefined ? text : formats[printed]())
  for (const format of given) {
    if (format === printed) continue
    const file = files[format] as string
    writeFileSync(file, formats[format]())
    stderr(`Wrote ${file}\n`)
  }
}

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Checks that a file can be written, without changing it. `probe` throws for a further reason. */
export function assertWritable(file: string, probe: (file: string) => void = () => {}): void {
  try {
    const exists = existsSync(file)
    closeSync(openSync(file, exists ? 'r+' : 'wx'))
    if (!exists) unlinkSync(file)
    probe(file)
  } catch (error) {
    throw new EmulatorError('unwritable_file', {
      action: `save to "${file}"`,
      reason: fileErrorReason(error, 'its folder does not exist'),
      advice: 'Use a file in an existing folder that you can write to.',
    })
  }
}
