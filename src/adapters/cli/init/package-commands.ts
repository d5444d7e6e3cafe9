/** The commands of the package manager of a project: npm, pnpm or yarn. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const lockFiles = {
  npm: ['package-lock.json', 'npm-shrinkwrap.json'],
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
} as const

export type PackageManager = keyof typeof lockFiles

const packageManagers = Object.keys(lockFiles) as readonly PackageManager[]

/**
 * Detects the package manager by the lock file of the folder, or else by the program that
 * runs the command. Default: npm.
 *
 * @param userAgent the environment variable `npm_config_user_agent`, such as `pnpm/9.1.0 node/v22.1.0`
 */
export function packageManagerOf(folder: string, userAgent = ''): PackageManager {
  const locked = packageManagers.find((name) =>
    lockFiles[name].some((file) => existsSync(join(folder, file))),
  )
  return locked ?? packageManagers.find((name) => userAgent.startsWith(`${name}/`)) ?? 'npm'
}

/** The command that runs a program of an installed package, such as `npx`. */
export const execCommands: Readonly<Record<PackageManager, string>> = {
  npm: 'npx',
  pnpm: 'pnpm exec',
  yarn: 'yarn',
}

/** Whether each package is installed in the folder. */
export function hasPackages(folder: string, names: readonly string[]): boolean {
  return names.every((name) => existsSync(join(folder, 'node_modules', name, 'package.json')))
}
