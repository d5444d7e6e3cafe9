/** The changes that `init` makes to a project, and how it writes them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { EmulatorError } from '../../../engine/errors/errors.ts'
import { fileErrorReason } from '../file-error.ts'
import { exampleFilesOf, type ProjectFile, workerScript } from './example-files.ts'
import { type ProjectKindName, projectKindOf } from './project-kinds.ts'
import { completeManifest, newManifest } from './project-manifest.ts'

/** What `init` does with a file. `refused` leaves a file with other content as it is. */
type FileStatus = 'created' | 'changed' | 'kept' | 'refused'

/** A file of a project with its status, and a note for its line in the report. */
export interface PlannedFile extends ProjectFile {
  readonly status: FileStatus
  readonly note?: string
}

/** Endings of files that replace each other: a project has only one of them. */
const codeFile = /\.([cm]?[jt]s|[jt]sx)$/

/** How `init` plans the files of a project. */
interface PlanOptions {
  /** Whether existing files are replaced. */
  readonly force: boolean
  /** The version range of this package in `package.json`. Default: its version. */
  readonly ownRange?: string | undefined
  /** Whether the command names the folder. */
  readonly isNamed: boolean
}

/** Plans the files of a kind and reads the project, but writes nothing. */
export function planProject(
  kind: ProjectKindName,
  folder: string,
  options: PlanOptions,
): PlannedFile[] {
  return [
    planManifest(kind, folder, options),
    ...exampleFilesOf(kind).map((file) => planFile(kind, folder, file, options.force)),
  ]
}

/** Plans the worker script of a kind that needs one. Its version follows the installed MSW. */
export function planWorker(kind: ProjectKindName, folder: string): PlannedFile | undefined {
  const { workerFile: path } = projectKindOf(kind)
  if (path === undefined) return undefined
  const text = workerScript(folder)
  const current = textOf(join(folder, path))
  if (current === undefined) return { path, text, status: 'created' }
  return { path, text, status: current === text ? 'kept' : 'changed' }
}

/** Writes the created and changed files. */
export function writeFiles(folder: string, files: readonly PlannedFile[]): void {
  for (const { path, text, status } of files) {
    if (status === 'kept' || status === 'refused') continue
    try {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    } catch (error) {
      throw new EmulatorError('unwritable_file', {
        action: `write "${path}"`,
        reason: fileErrorReason(error),
        advice: 'Use a folder that you can write to.',
      })
    }
  }
}

function planManifest(
  kind: ProjectKindName,
  folder: string,
  { ownRange, isNamed }: PlanOptions,
): PlannedFile {
  const path = 'package.json'
  const current = textOf(join(folder, path))
  if (current === undefined) {
    const text = newManifest(folder, projectKindOf(kind), ownRange)
    const isInside = !isNamed && existsSync(join(folder, '..', path))
    const note = `a new project; to add to ../${path}, run it in ..`
    return { path, text, status: 'created', ...(isInside && { note }) }
  }
  const { text, added, keptScripts } = completeManifest(current, projectKindOf(kind), ownRange)
  const notes = [
    ...(added.length > 0 ? [`added ${added.join(', ')}`] : []),
    ...keptScripts.map(
      ({ name, command }) => `kept your script "${name}"; the example uses \`${command}\``,
    ),
  ]
  const status = added.length > 0 ? 'changed' : 'kept'
  return { path, text, status, ...(notes.length > 0 && { note: notes.join('; ') }) }
}

function planFile(
  kind: ProjectKindName,
  folder: string,
  file: ProjectFile,
  force: boolean,
): PlannedFile {
  const existing = existingVariant(folder, file.path)
  if (existing === undefined) return { ...file, status: 'created' }
  if (existing === file.path && textOf(join(folder, file.path)) === file.text) {
    return { ...file, status: 'kept' }
  }
  if (existing === file.path && force) return { ...file, status: 'changed' }
  const hint = projectKindOf(kind).hints?.[file.path]
  const reason = existing === file.path ? 'the file exists' : `${existing} exists`
  const advice = existing === file.path ? '--force replaces it' : 'the project needs only one'
  return { ...file, status: 'refused', note: `${reason}; ${hint ? `${hint}, or ` : ''}${advice}` }
}

/** The path of the file, or of the same file in another language, such as `jest.config.js` for `jest.config.mjs`. */
function existingVariant(folder: string, path: string): string | undefined {
  if (existsSync(join(folder, path))) return path
  const parent = dirname(path)
  const isInFolder = statSync(join(folder, parent), { throwIfNoEntry: false })?.isDirectory()
  if (!codeFile.test(path) || !isInFolder) return undefined
  const stem = basename(path).replace(codeFile, '')
  const name = readdirSync(join(folder, parent)).find(
    (each) => codeFile.test(each) && each.replace(codeFile, '') === stem,
  )
  return name && (parent === '.' ? name : `${parent}/${name}`)
}

function textOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  // Note: a read of a named pipe waits until another process writes to it.
  if (statSync(path).isFile()) return readFileSync(path, 'utf8')
  throw new EmulatorError('unreadable_file', {
    action: `read "${basename(path)}"`,
    reason: 'it is not a regular file',
    advice: 'Remove it, or use another folder.',
  })
}
