/** Refuses a peer dependency that is older than this package supports: an installation can force it. */
import { createRequire } from 'node:module'
import { EmulatorError } from '../engine/errors/errors.ts'

const require = createRequire(import.meta.url)

/** A package.json. */
interface Manifest {
  readonly version: string
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Reads the package.json of a package by its name. */
type ReadManifest = (name: string) => Manifest | undefined

/** The package.json of a package; undefined if it is not installed, or does not export the file. */
function manifestOf(name: string): Manifest | undefined {
  try {
    return require(`${name}/package.json`) as Manifest
  } catch {
    return undefined
  }
}

/** The first version in a range or a version, as one number: 3.2 is 3002. */
const versionNumber = (text: string): number => {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(text) ?? []
  return Number(major) * 1_000 + Number(minor)
}

/** @throws EmulatorError if the installed version of a peer dependency is too old */
export function assertPeerVersion(name: 'msw' | 'vitest', read: ReadManifest = manifestOf): void {
  const range = read('course-admin-emulator')?.peerDependencies?.[name]
  const version = read(name)?.version
  if (range === undefined || version === undefined) return
  if (versionNumber(version) >= versionNumber(range)) return
  const [major] = /\d+/.exec(range) ?? []
  throw new EmulatorError('old_peer', {
    action: 'load course-admin-emulator',
    reason: `${name} ${version} is installed, and ${range} is needed`,
    advice: `Install it: npm install -D ${name}@${major}.`,
  })
}
