/** A project in a temporary folder with the files that `init` writes and the packages of this repository. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { initCommand } from '../../src/adapters/cli/init/init-command.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface ExampleProject {
  readonly folder: string
  /** What `init` printed. */
  readonly output: string
  remove(): void
}

/** Runs `init` without an installation. The first folder that contains a package provides it. */
export function createExampleProject(kind: string, ...packageFolders: string[]): ExampleProject {
  const folder = mkdtempSync(join(tmpdir(), `init-${kind}-`))
  for (const from of [...packageFolders, root]) linkPackages(folder, from)
  link(root, join(folder, 'node_modules', 'course-admin-emulator'))
  link(join(root, 'dist', 'cli.js'), join(folder, 'node_modules', '.bin', 'course-admin-emulator'))
  let output = ''
  void initCommand.perform(initCommand.parse([kind, '--no-install']), {
    folder,
    stdout: (text) => void (output += text),
    stderr: () => undefined,
    run: () => 1,
  })
  return { folder, output, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Links every installed package and command of a folder. */
export function linkPackages(project: string, from: string): void {
  const packages = join(from, 'node_modules')
  for (const name of readdirSync(packages)) {
    const isGroup = name.startsWith('@') || name === '.bin'
    if (name.startsWith('.') && !isGroup) continue
    const names = isGroup
      ? readdirSync(join(packages, name)).map((each) => `${name}/${each}`)
      : [name]
    for (const each of names) link(join(packages, each), join(project, 'node_modules', each))
  }
}

function link(target: string, path: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  try {
    symlinkSync(target, path)
  } catch (error) {
    // Note: an earlier folder provides the package.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
