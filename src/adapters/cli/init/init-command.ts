/** The command `init`: writes the files of an example into a project. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { argumentError, type CommandEnvironment, defineCommand } from '../command.ts'
import { pick, switchFlag } from '../flag.ts'
import { assertResultFiles, jsonFlag, jsonText, writeResults } from '../results.ts'
import { installedRange } from './installed-range.ts'
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
import { parseManifest } from './project-manifest.ts'
import { type PlannedFile, planProject, planWorker, writeFiles } from './project-plan.ts'

/** The environment of the command. */
interface InitEnvironment extends CommandEnvironment {
  /** The folder that a relative `FOLDER` starts from, and the default for it. Default: the current folder. */
  readonly folder?: string
  /** The environment variable `npm_config_user_agent`. Default: that of this process. */
  readonly userAgent?: string | undefined
  /** The version range of this package in `package.json`. Default: that of the installation, or the version. */
  readonly ownRange?: string | undefined
  /** Runs a command line in a folder and returns its exit code. Default: in a shell, with the terminal of this process. */
  run?(commandLine: string, folder: string): number
}

/** Prints what happens. */
type Say = (text: string) => void

interface InitArguments {
  readonly kind: ProjectKindName
  /** The folder as it was given. */
  readonly place: string
  readonly folder: string
  readonly install: boolean
  readonly say: Say
}

const resultFlags = { json: jsonFlag('write the list of files as JSON; - is standard output') }

export const initCommand = defineCommand({
  name: 'init',
  usage: ['KIND [FOLDER] [options]'],
  about: `Writes the files of an example into a project, adds the scripts and packages that are missing in
package.json, and installs the packages with npm, pnpm or yarn. Then run \`npm test\`. KIND is one of
${projectKindNames.join(', ')}. FOLDER is the folder of the project; the default is the current folder.

Existing files stay as they are; the exit code is then 1.`,
  positionals: [projectKindNames, []],
  flags: {
    force: switchFlag('replace existing files'),
    dryRun: switchFlag('print the changes and write nothing'),
    install: switchFlag('do not install the packages', { name: 'no-install' }, false),
    ...resultFlags,
  },
  examples: [
    ['vitest', 'write an example into the current folder and install its packages'],
    ['vite ./demo --dry-run', 'print what a page with demo data needs'],
  ],
  perform({ values, positionals: [name, named] }, environment: InitEnvironment) {
    const place = named ?? '.'
    if (name === undefined)
      throw argumentError(
        'the kind of project is missing',
        `Use init with one of ${projectKindNames.join(', ')}.`,
        'write a project',
      )
    const files = pick(values, resultFlags)
    assertResultFiles(files)
    const isKind = (text: string): boolean => projectKindNames.some((kind) => kind === text)
    if (isKind(place) && !isKind(name))
      throw argumentError(
        'the folder comes before the kind',
        `Give the kind first: init ${place} ${name}.`,
        'write a project',
      )
    if (isKind(place))
      throw argumentError(
        `"${place}" is a second kind of project`,
        `Give one kind at a time, or "./${place}" for a folder of this name.`,
        'write a project',
      )
    const { install = true, force = false, dryRun = false, json } = values
    const folder = resolve(environment.folder ?? process.cwd(), place)
    const say = json === '-' ? environment.stderr : environment.stdout
    const init = { kind: projectKindFrom(name), place, folder, install, say }
    const { ownRange = installedRange(import.meta.dirname) } = environment
    const planned = planProject(init.kind, folder, {
      force,
      ownRange,
      isNamed: named !== undefined,
    })
    const isReady = dryRun ? announce(init, planned) : perform(init, planned, environment)
    const list = (): string =>
      jsonText(planned.map(({ path, status, note }) => ({ path, status, note })))
    writeResults(files, { json: list }, '', environment)
    const isRefused = planned.some(({ status }) => status === 'refused')
    return isReady && !isRefused ? 0 : 1
  },
})

/** Prints the plan. */
function announce({ kind, folder, say }: InitArguments, files: readonly PlannedFile[]): true {
  const worker = planWorker(kind, folder)
  say(`${reportOf(worker ? [...files, worker] : files)}\nNothing was written: --dry-run.\n`)
  return true
}

/** Writes the files and installs the packages. Returns false if an installation failed. */
function perform(
  init: InitArguments,
  files: readonly PlannedFile[],
  environment: InitEnvironment,
): boolean {
  const { folder, install, say } = init
  writeFiles(folder, files)
  say(reportOf(files))
  const isChanged = files.some(({ path, status }) => path === 'package.json' && status !== 'kept')
  if (!install) writeWorker(init)
  const isInstalled = installPackages(init, isChanged, environment)
  // Note: the worker script follows the version of MSW that was installed just now.
  if (install) writeWorker(init)
  if (isInstalled) say(nextOf(init, []))
  return isInstalled || !install
}

function writeWorker({ kind, folder, say }: InitArguments): void {
  const worker = planWorker(kind, folder)
  if (!worker) return
  writeFiles(folder, [worker])
  say(reportOf([worker]))
}

/**
 * Installs the packages if `package.json` changed or a package is missing, and runs the setup of the kind.
 * Returns whether the tests can run.
 */
function installPackages(
  init: InitArguments,
  isChanged: boolean,
  { run = runInShell, userAgent = process.env['npm_config_user_agent'] }: InitEnvironment,
): boolean {
  const { kind, folder, install, say } = init
  const project = projectKindOf(kind)
  if (!isChanged && hasPackages(folder, Object.keys(packagesOf(project)))) return true
  const manager = packageManagerOf(folder, userAgent)
  const commandLines = commandLinesOf(manager, project.setup)
  if (!install) {
    say(nextOf(init, commandLines))
    return false
  }
  for (const commandLine of commandLines) {
    say(`\nRunning ${commandLine} …\n`)
    const code = run(commandLine, folder)
    if (code === 0) continue
    const position = commandLines.indexOf(commandLine)
    const rest = commandLines.slice(position).map((line) => `\`${line}\``)
    const hint = position > 0 ? project.setupHint : fileHints[manager]
    say(
      `\n${commandLine} failed with exit code ${code}; its output is above. ` +
        `Run ${rest.join(' and ')} when the cause is repaired.${hint ? ` ${hint}` : ''}\n`,
    )
    return false
  }
  return true
}

/** What to run next, from the folder of the command. */
function nextOf(init: InitArguments, commandLines: readonly string[]): string {
  const { place } = init
  const name = /\s/.test(place) ? `"${place}"` : place
  const entering = resolve(place) === resolve('.') ? [] : [`cd ${name}`]
  return `\nNext: ${[...entering, ...commandLines, testCommandOf(init)].join(' && ')}\n`
}

/** What runs the tests of the example: `npm test`, unless the project keeps a script of its own. */
function testCommandOf({ kind, folder }: Pick<InitArguments, 'kind' | 'folder'>): string {
  const { scripts } = parseManifest(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { test } = projectKindOf(kind).scripts
  if (scripts?.['test'] === test) return 'npm test'
  return test.startsWith('node ') ? test : `npx ${test}`
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

const runInShell = (commandLine: string, folder: string): number =>
  spawnSync(commandLine, { cwd: folder, shell: true, stdio: 'inherit' }).status ?? 1
