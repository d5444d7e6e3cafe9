/** Loads the module of an integration, in JavaScript or TypeScript. */
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject } from '../../engine/errors/argument-checks.ts'
import { EmulatorError, textOf } from '../../engine/errors/errors.ts'
import { withExploration } from '../../conformance/run/unhandled-errors.ts'
import type { Connect } from '../../conformance/scenario/integration.ts'

type ModuleExports = Readonly<Record<string, unknown>>

/** @throws EmulatorError if the file does not exist, cannot be loaded, or exports no `connect` */
export async function loadIntegration(file: string): Promise<Connect> {
  return (await loadIntegrationModule(file)).connect
}

/** The exports of the module of an integration, and those of its default export. */
interface IntegrationModule {
  readonly connect: Connect
  /** All exports by name. */
  readonly named: ModuleExports
}

/** @throws EmulatorError if the file does not exist, cannot be loaded, or exports no `connect` */
export async function loadIntegrationModule(file: string): Promise<IntegrationModule> {
  const { default: main, ...exported } = await loadModule(file, 'Check --app.')
  const named = { ...(isObject(main) && main), ...exported }
  const found = named['connect'] ?? main
  if (typeof found === 'function') return { connect: found as Connect, named }
  throw badModule(
    file,
    'it exports no function `connect`',
    'Export it by name or as the default: `export const connect = (connection) => ({ resync })`.',
  )
}

/** Loads a module. `advice` is the advice for a file that does not exist. */
export async function loadModule(file: string, advice: string): Promise<ModuleExports> {
  if (/^https?:/.test(file))
    throw badModule(
      file,
      'it is an address and no file',
      'Give the file of a module, and the address of a running app as --to.',
    )
  const path = resolve(file)
  if (!existsSync(path)) throw badModule(file, 'the file does not exist', advice)
  if (statSync(path).isDirectory())
    throw badModule(file, 'it is a folder', 'Give the file of the module.')
  // Note: an error of what the module starts, such as a socket, belongs to what it is loaded for.
  return withExploration({}, () => importModule(path, file))
}

async function importModule(path: string, file: string): Promise<ModuleExports> {
  const { href } = pathToFileURL(path)
  try {
    return (await import(href)) as ModuleExports
  } catch (error) {
    const isTypeScript = (error as { code?: string }).code === 'ERR_UNKNOWN_FILE_EXTENSION'
    if (!isTypeScript) throw failedModule(file, error)
  }
  const tsx = findTsx(path)
  if (tsx === undefined)
    throw badModule(
      file,
      `Node ${process.versions.node} does not load TypeScript`,
      'Use Node 22.18 or newer, install tsx in the project, or give a JavaScript file.',
    )
  const { tsImport } = (await import(tsx)) as {
    tsImport(file: string, parent: string): Promise<ModuleExports>
  }
  return tsImport(href, href).catch((error: unknown) => {
    throw failedModule(file, error)
  })
}

/** The error of a module that throws while it is loaded. A file of tests does without its runner. */
function failedModule(file: string, error: unknown): EmulatorError {
  if (!/\.(test|spec)\.[cm]?[jt]sx?$/.test(file))
    return badModule(file, textOf(error), 'Repair the module.', error)
  return badModule(
    file,
    'it is a file of tests, which a test runner loads',
    'Export `connect` from a module that the tests import.',
    error,
  )
}

/** The address of tsx, if the project of the module has it. */
function findTsx(path: string): string | undefined {
  try {
    // Note: `require` finds the CommonJS file, whose `tsImport` does not work. The ES module is beside it.
    const found = createRequire(path).resolve('tsx/esm/api')
    return pathToFileURL(found.replace(/\.cjs$/, '.mjs')).href
  } catch {
    return undefined
  }
}

export const badModule = (
  file: string,
  reason: string,
  advice: string,
  cause?: unknown,
): EmulatorError => new EmulatorError('bad_app', { action: `load ${file}`, reason, advice, cause })
