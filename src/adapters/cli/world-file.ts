/** Reads and writes the file of a saved world. A write that fails or stops leaves the earlier file as it was. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { isWorldStart } from '../../engine/emulator/worlds/world-file.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { fileErrorReason } from './file-error.ts'

/** The largest file that is read: a longer text does not fit into a string. */
const worldFileBytesMax = 500_000_000

const chunkBytes = 1_000_000

/** @throws EmulatorError for a file that does not exist, is too large or does not start like a saved world */
export function readWorldFile(file: string, bytesMax = worldFileBytesMax): string {
  try {
    return readText(file, bytesMax)
  } catch (error) {
    throw new EmulatorError('unreadable_file', {
      action: `read ${file}`,
      reason: fileErrorReason(error),
      advice: `Use a file that --save or \`GET /_emulator/world\` wrote.${adviceFor(file)}`,
    })
  }
}

/** What takes a module in place of a server; undefined for another file. */
export const moduleAdvice = (file: string): string | undefined =>
  /\.[cm]?[jt]s$/.test(file)
    ? 'A world in a module is for `emulatorPlugin`, and a scenario for the command `run`.'
    : undefined

/** What to do with a module, with other JSON and without a file. */
function adviceFor(file: string): string {
  const advice = moduleAdvice(file)
  if (advice !== undefined) return ` ${advice}`
  if (!existsSync(file)) return ' Leave out --load at the first start.'
  return file.endsWith('.json') ? ' Make records of your own with `POST /_emulator/given`.' : ''
}

function assertWorldStart(text: string): void {
  if (!isWorldStart(text)) throw new Error('it is not a saved world of course-admin-emulator')
}

// Note: the size that a device or a pipe reports is not the size of its data.
function readText(file: string, bytesMax: number): string {
  const descriptor = openSync(file, 'r')
  try {
    const chunks: Buffer[] = []
    for (let bytes = 0; bytes <= bytesMax;) {
      const chunk = Buffer.allocUnsafe(chunkBytes)
      const length = readSync(descriptor, chunk)
      if (length === 0) {
        const text = Buffer.concat(chunks).toString('utf8')
        // Note: a whole file contains its format, and the start of a long one too.
        assertWorldStart(text.padEnd(chunkBytes))
        return text
      }
      chunks.push(chunk.subarray(0, length))
      bytes += length
      if (bytes === length) assertWorldStart(chunk.toString('latin1', 0, length))
    }
  } finally {
    closeSync(descriptor)
  }
  throw new Error(`it is larger than ${bytesMax} bytes`)
}

/** Writes a world to a file beside it first, so that the earlier world stays until the new one is on the disk. */
export function writeWorldFile(file: string, text: string): void {
  const target = replacedFile(file)
  if (target === undefined) return writeFileSync(file, text)
  const neighbour = openNeighbour(target)
  try {
    writeFileSync(neighbour.descriptor, text)
    fsyncSync(neighbour.descriptor)
    renameSync(neighbour.file, target)
  } catch (error) {
    rmSync(neighbour.file, { force: true })
    throw error
  } finally {
    closeSync(neighbour.descriptor)
  }
}

/** The file that a write replaces, behind links; undefined for a device or a pipe, which has no content to keep. */
function replacedFile(file: string): string | undefined {
  if (!existsSync(file)) return file
  return statSync(file).isFile() ? realpathSync(file) : undefined
}

/** Creates the file beside a file, with its permissions. */
function openNeighbour(target: string): { readonly file: string; readonly descriptor: number } {
  const file = `${target}.${process.pid}.tmp`
  const mode = existsSync(target) ? statSync(target).mode : 0o666
  rmSync(file, { force: true })
  return { file, descriptor: openSync(file, 'wx', mode) }
}

/** Throws if a world cannot replace a file: if no file can be created beside it. Changes nothing. */
export function probeReplacement(file: string): void {
  const target = replacedFile(file)
  if (target === undefined) return
  const neighbour = openNeighbour(target)
  closeSync(neighbour.descriptor)
  rmSync(neighbour.file)
}
