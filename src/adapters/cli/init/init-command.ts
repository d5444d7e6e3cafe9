/** The command `course-admin-emulator init`: writes the files of an example into a project. */
import { resolve } from 'node:path'
import { EmulatorError } from '../../../engine/errors/errors.ts'
import { parseArguments } from '../arguments.ts'
import {
  execCommands,
  hasPackages,
  type PackageManager,
  packageManagerOf,
} from './package-commands.ts'
import {
  packagesOf,
  projectKindFrom,
  type ProjectKindName,
  projectKindNames,
  projectKindOf,
} from './project-kinds.ts'
import { type PlannedFile, planProject, planWorker, writeFiles } from './project-plan.ts'

const options = {
  force: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  'no-install': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const usage = `Usage: course-admin-emulator init KIND [FOLDER] [options]

Writes the files of an example into a project, adds the scripts and packages that are missing in
package.json, and installs the packages with npm, pnpm or yarn. Existing files stay as they are; the
exit code is then 1. Then run \`npm test\`.

  KIND              ${projectKindNames.join(', ')}
  FOLDER            folder of the project (the current folder)

  --force           replace existing files
  --dry-run         print the changes and write nothing
  --no-install      do not install the packages
  --help
`

/** The environment of the command. */
interface InitEnvironment {
  /** The folder that a relative `FOLDER` starts from, and the default for it. */
  readonly folder: string
  /** The environment variable `npm_config_user_agent`. Default: none. */
  readonly userAgent?: string | undefined
  /** The version range of this package in `package.json`. Default: its version. */
  readonly ownRange?: string | undefined
  stdout(text: string): void
  /** Runs a command line in a folder and returns its exit code. */
  run(commandLine: string, folder: string): number
}

interface InitArguments {
  readonly kind: ProjectKindName
  readonly folder: string
  readonly force: boolean
  readonly dryRun: boolean
  readonly install: boolean
}

/**
 * Returns the exit code: 1 if a file was left as it is although the example has other content, or if the
 * packages could not be installed; otherwise 0.
 *
 * @throws EmulatorError for an invalid argument, for a `package.json` that is not JSON, or for a file that
 *   cannot be written
 */
export function initCommand(args: readonly string[], environment: InitEnvironment): number {
  const { stdout } = environment
  const { values, positionals } = parseArguments(args, options, 'init --help')
  if (values.help) return (stdout(usage), 0)
  const command: InitArguments = {
    ...placeFrom(positionals, environment.folder),
    force: values.force ?? false,
    dryRun: values['dry-run'] ?? false,
    install: !values['no-install'],
  }
  const { kind, folder } = command
  const files = planProject(kind, folder, { force: command.force, ownRange: environment.ownRange })
  if (command.dryRun) {
    const worker = planWorker(kind, folder)
    stdout(`${reportOf(worker ? [...files, worker] : files)}\nNothing was written: --dry-run.\n`)
    return exitCodeOf(files)
  }
  writeFiles(folder, files)
  stdout(reportOf(files))
  const isChanged = files.some(({ path, status }) => path === 'package.json' && status !== 'kept')
  if (!command.install) writeWorker(command, stdout)
  const isInstalled = installPackages(command, isChanged, environment)
  // Note: the worker script follows the version of MSW that was installed just now.
  if (command.install) writeWorker(command, stdout)
  if (isInstalled) stdout('\nNext: npm test\n')
  return isInstalled || !command.install ? exitCodeOf(files) : 1
}

function writeWorker({ kind, folder }: InitArguments, stdout: (text: string) => void): void {
  const worker = planWorker(kind, folder)
  if (!worker) return
  writeFiles(folder, [worker])
  stdout(reportOf([worker]))
}

function placeFrom(
  [name, folder = '.', surplus]: readonly string[],
  current: string,
): Pick<InitArguments, 'kind' | 'folder'> {
  if (name === undefined || surplus !== undefined) {
    throw new EmulatorError('bad_arguments', {
      action: 'write a project',
      reason:
        name === undefined ? 'the kind of project is missing' : `"${surplus}" is not an option`,
      advice: `Use init with one of ${projectKindNames.join(', ')}.`,
    })
  }
  return { kind: projectKindFrom(name), folder: resolve(current, folder) }
}

/**
 * Installs the packages if `package.json` changed or a package is missing, and runs the setup of the kind.
 * Returns whether `npm test` can run.
 */
function installPackages(
  { kind, folder, install }: InitArguments,
  isChanged: boolean,
  { run, stdout, userAgent }: InitEnvironment,
): boolean {
  const project = projectKindOf(kind)
  if (!isChanged && hasPackages(folder, Object.keys(packagesOf(project)))) return true
  const manager = packageManagerOf(folder, userAgent)
  const commandLines = commandLinesOf(manager, project.setup)
  if (!install) {
    stdout(`\nNext: ${[...commandLines, 'npm test'].join(' && ')}\n`)
    return false
  }
  for (const commandLine of commandLines) {
    stdout(`\nRunning ${commandLine} …\n`)
    const code = run(commandLine, folder)
    if (code === 0) continue
    const position = commandLines.indexOf(commandLine)
    const rest = commandLines.slice(position).map((line) => `\`${line}\``)
    const hint = position > 0 ? project.setupHint : fileHints[manager]
    stdout(
      `\n${commandLine} failed with exit code ${code}; its output is above. ` +
        `Run ${rest.join(' and ')} when the cause is repaired.${hint ? ` ${hint}` : ''}\n`,
    )
    return false
  }
  return true
}

const fileHintOf = (command: string): string =>
  `If course-admin-emulator comes from a file, run \`${command} PATH\` first.`

/** What helps if this package is not in the registry, by package manager. */
const fileHints: Readonly<Record<PackageManager, string>> = {
  npm: fileHintOf('npm install -D'),
  pnpm: fileHintOf('pnpm add -D'),
  yarn: fileHintOf('yarn add -D'),
}

function commandLinesOf(manager: PackageManager, setup?: readonly string[]): string[] {
  const install = `${manager} install`
  return setup ? [install, [execCommands[manager], ...setup].join(' ')] : [install]
}

function reportOf(files: readonly PlannedFile[]): string {
  return files
    .map(({ path, status, note }) => `${status.padEnd(8)} ${path}${note ? `: ${note}` : ''}\n`)
    .join('')
}

const exitCodeOf = (files: readonly PlannedFile[]): number =>
  files.some(({ status }) => status === 'refused') ? 1 : 0
