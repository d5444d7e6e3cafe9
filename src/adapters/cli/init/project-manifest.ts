/** The `package.json` of a project, with the scripts and packages that `init` adds. */
import { basename } from 'node:path'
import { isObject, quoteValue } from '../../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../../engine/errors/errors.ts'
import { packagesOf, type ProjectKind } from './project-kinds.ts'

/** A `package.json` and the changes in it. */
interface ManifestChange {
  readonly text: string
  /** The added keys, such as `scripts.test`. Empty if nothing is missing. */
  readonly added: readonly string[]
  /** The scripts that have another command already, with the command of `init`. */
  readonly keptScripts: readonly { readonly name: string; readonly command: string }[]
}

const sections = ['scripts', 'dependencies', 'devDependencies'] as const

type Manifest = Partial<Record<(typeof sections)[number], Record<string, string>>>

/** The mark with which some editors begin a file. */
const byteOrderMark = /^\uFEFF/

/** The script that `npm init` writes. */
const placeholder = /no test specified/

/** Creates the `package.json` of a project in an empty folder. */
export function newManifest(folder: string, kind: ProjectKind, ownRange?: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return print({
    name: name || 'project',
    private: true,
    type: 'module',
    scripts: kind.scripts,
    devDependencies: packagesOf(kind, ownRange),
  })
}

/**
 * Adds the scripts and packages of a kind that are missing. Never changes an entry.
 *
 * @throws EmulatorError if the text or one of its sections is not a JSON object, and for a package that the example does not work
 * with
 */
export function completeManifest(
  text: string,
  kind: ProjectKind,
  ownRange?: string,
): ManifestChange {
  const [mark] = byteOrderMark.exec(text) ?? ['']
  const json = text.slice(mark.length)
  const manifest = parseManifest(text)
  assertFits(manifest, kind)
  const added: string[] = []
  const keptScripts: { name: string; command: string }[] = []
  for (const [name, command] of Object.entries(kind.scripts)) {
    const existing = manifest.scripts?.[name]
    if (existing === undefined || placeholder.test(existing)) {
      manifest.scripts = { ...manifest.scripts, [name]: command }
      added.push(`scripts.${name}`)
    } else if (existing !== command) keptScripts.push({ name, command })
  }
  for (const [name, range] of Object.entries(packagesOf(kind, ownRange))) {
    if (manifest.dependencies?.[name] ?? manifest.devDependencies?.[name]) continue
    manifest.devDependencies = { ...manifest.devDependencies, [name]: range }
    added.push(`devDependencies.${name}`)
  }
  const indent = /^\{\r?\n([ \t]+)/.exec(json)?.[1]
  const completed = added.length === 0 ? text : mark + print(manifest, indent)
  return { text: completed, added, keptScripts }
}

/** Throws for a package with an older major version than the example needs, and for one that it does not work beside. */
function assertFits(
  { dependencies, devDependencies }: Manifest,
  { packages, oldest = {}, excludes }: ProjectKind,
): void {
  const own = { ...dependencies, ...devDependencies }
  const refuse = (reason: string, advice: string): never => {
    throw new EmulatorError('other_packages', { action: 'add the example', reason, advice })
  }
  for (const [name, range] of Object.entries(packages)) {
    const major = majorOf(own[name])
    if (major === undefined || major >= (oldest[name] ?? majorOf(range) ?? 0)) continue
    const advice = `Run \`npm install -D ${name}@${range}\`, then this command again.`
    refuse(`package.json has ${name} ${own[name]}, and the example needs ${range}`, advice)
  }
  const other = Object.keys(own).find((name) => excludes?.packages.test(name))
  if (!excludes || other === undefined) return
  const advice = `Add what node_modules/course-admin-emulator/${excludes.guide} describes, or run the command in another folder.`
  refuse(
    `package.json has ${other}, and the files of the example are for another framework`,
    advice,
  )
}

/** The major version at the start of a range; undefined for a tag, an address and an absent range. */
function majorOf(range: string | undefined): number | undefined {
  const [, major] = /^[^a-z\d]*(\d+)/i.exec(range ?? '') ?? []
  return major === undefined ? undefined : Number(major)
}

/** @throws EmulatorError if the text or one of its sections is not a JSON object */
export function parseManifest(text: string, file = 'package.json'): Manifest {
  const fail = (reason: string): EmulatorError =>
    new EmulatorError('bad_manifest', {
      action: `read ${file}`,
      reason,
      advice: 'Correct the file and run the command again.',
    })
  let manifest: unknown
  try {
    manifest = JSON.parse(text.replace(byteOrderMark, ''))
  } catch (error) {
    throw fail((error as Error).message)
  }
  if (!isObject(manifest)) throw fail('it is not a JSON object')
  for (const name of sections) {
    const section = manifest[name]
    if (section !== undefined && !isObject(section))
      throw fail(`"${name}" is ${quoteValue(section)}, not an object`)
  }
  return manifest
}

const print = (manifest: object, indent = '  '): string =>
  `${JSON.stringify(manifest, null, indent)}\n`
