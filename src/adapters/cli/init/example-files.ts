/** The example files of the package that `init` copies. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EmulatorError } from '../../../engine/errors/errors.ts'
import { type ProjectKindName, projectKindOf } from './project-kinds.ts'

/** A file of a project, with its path relative to the project and with forward slashes. */
export interface ProjectFile {
  readonly path: string
  readonly text: string
}

/** Returns the files of a kind of project, sorted by path. */
export function exampleFilesOf(kind: ProjectKindName): ProjectFile[] {
  const folder = examplesFolder()
  const own = pathsBelow(join(folder, kind)).map((path) => [path, `${kind}/${path}`] as const)
  const shared = Object.entries(projectKindOf(kind).sharedFiles ?? {})
  return [...own, ...shared]
    .map(([path, source]) => ({ path, text: readFileSync(join(folder, source), 'utf8') }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * Returns the worker script of the version of MSW that the project uses, or else of this package.
 *
 * @throws EmulatorError if msw is not installed
 */
export function workerScript(project: string): string {
  const hasOwn = existsSync(join(project, 'node_modules', 'msw'))
  const require = createRequire(hasOwn ? join(project, 'package.json') : import.meta.url)
  try {
    return readFileSync(require.resolve('msw/mockServiceWorker.js'), 'utf8')
  } catch (error) {
    throw new EmulatorError('no_worker_script', {
      action: 'write the worker script',
      reason: `msw is not installed (${(error as Error).message.split('\n')[0]})`,
      advice: 'Install the packages of package.json and run the command again.',
      cause: error,
    })
  }
}

/** Finds `examples` beside the nearest `package.json`, because the depth of this module differs after a build. */
function examplesFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return join(folder, 'examples')
}

function pathsBelow(folder: string, prefix = ''): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? pathsBelow(folder, `${prefix}${entry.name}/`)
      : [`${prefix}${entry.name}`],
  )
}
