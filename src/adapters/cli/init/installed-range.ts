/** The version range of this package in the `package.json` of the installation that runs. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseManifest } from './project-manifest.ts'

const packageName = 'course-admin-emulator'

/**
 * Returns the `file:` address, with an absolute path, that a package at `folder` was installed from. Returns
 * undefined for a package from a registry and for one that is not installed.
 *
 * @throws EmulatorError if this `package.json` is not JSON
 */
export function installedRange(folder: string): string | undefined {
  const parts = folder.split(/[\\/]node_modules[\\/]/)
  if (parts.length < 2) return undefined
  const project = parts.slice(0, -1).join('/node_modules/')
  const manifest = resolve(project, 'package.json')
  if (!existsSync(manifest)) return undefined
  const { dependencies, devDependencies } = parseManifest(readFileSync(manifest, 'utf8'), manifest)
  const range = devDependencies?.[packageName] ?? dependencies?.[packageName]
  if (range === undefined || !range.startsWith('file:')) return undefined
  return `file:${resolve(dirname(manifest), range.slice('file:'.length))}`
}
