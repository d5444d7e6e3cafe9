/** A Vite plugin that serves an emulator from the dev server. Production builds do not contain it. */
import { assertArgumentCount } from '../../engine/errors/argument-count.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { toNodeHandler } from 'srvx/node'
import type { Plugin, ViteDevServer } from 'vite'
import type { EmulatorOptions } from '../../engine/emulator/options.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import { operationPathIn } from '../../engine/emulator/reports/unhandled-calls.ts'
import { controlPrefix } from '../../engine/control/control-prefix.ts'
import type { Explanation } from '../../engine/describe/explanation.ts'
import { createRefusalLines, optionInCode } from '../../engine/describe/refusal-lines.ts'
import { createHandler, handlesPath } from './emulator-handler.ts'
import { withConnectionReset } from './connection-reset.ts'
import { dropTargetHost } from './request-target.ts'
import { type DemoWorld, demoWorldFrom, reloadEmulator } from './hot-reload.ts'
import { isWorldPath, pluginOptionsFrom, type VitePluginOptions } from './vite-options.ts'

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => unknown

const workerPath = '/mockServiceWorker.js'

/**
 * Creates a Vite plugin for development. It serves the service at `/api/v1`, the inspector at `/_emulator/`
 * and the worker script of MSW, so that the project needs no copy of it. The emulator closes with the dev server.
 *
 * @throws EmulatorError for an unknown option, and for an invalid path or host name
 * @example
 * export default defineConfig({ plugins: [emulatorPlugin({ world: './demo/world.ts' })] })
 */
export function emulatorPlugin(options: VitePluginOptions = {}): Plugin {
  assertArgumentCount('emulatorPlugin', 1, arguments)
  const settings = pluginOptionsFrom(options)
  // Note: the same plugin may be on several dev servers: a restart creates the new one before it closes the old one.
  const mounts = new Map<unknown, Disposable>()
  return {
    name: 'course-admin-emulator',
    apply: 'serve',
    async configureServer(server) {
      claimPath(server, settings.values.path)
      const { client } = server.environments
      mounts.set(client, await mountOnDevServer(server, settings))
    },
    configurePreviewServer({ config }) {
      config.logger.warn(
        `No emulator answers at ${settings.values.path} in a preview. Start one with \`npx course-admin-emulator\`, and pass the calls on with the option preview.proxy of Vite.`,
      )
    },
    closeBundle() {
      // Note: a dev server calls this for each of its environments when it closes or restarts.
      mounts.get(this.environment)?.[Symbol.dispose]()
      mounts.delete(this.environment)
    },
  }
}

// Note: without its call, Vite takes the function for a plugin that does nothing.
Object.defineProperty(emulatorPlugin, 'config', {
  value() {
    throw new EmulatorError('not_called', {
      action: 'start the Vite plugin',
      reason: '`plugins` has the function emulatorPlugin',
      advice: 'Call it: plugins: [emulatorPlugin()].',
    })
  },
})

/** The paths that emulators of each dev server answer. */
const claimedPaths = new WeakMap<ViteDevServer, Set<string>>()

/** Throws for a second plugin at a path: the first one would answer all its calls. */
function claimPath(server: ViteDevServer, path: string): void {
  const paths = claimedPaths.get(server) ?? new Set<string>()
  claimedPaths.set(server, paths)
  if (paths.has(path))
    throw new EmulatorError('path_taken', {
      action: 'start the Vite plugin',
      reason: `another \`emulatorPlugin\` already answers ${path}`,
      advice: 'Remove one of them, or give it another `path`: the inspector is that of the first.',
    })
  paths.add(path)
}

/** Serves an emulator from the dev server until the result is disposed. */
async function mountOnDevServer(
  server: ViteDevServer,
  { values, rest }: ReturnType<typeof pluginOptionsFrom>,
): Promise<Disposable> {
  const { world, path, allowHosts } = values
  const baseOptions: EmulatorOptions = {
    clock: 'system',
    ...rest,
    baseUrl: `http://localhost${path}`,
  }
  const file = isWorldPath(world) ? world : undefined
  const loadDemoWorld = async (): Promise<DemoWorld> =>
    isWorldPath(world) ? loadWorldModule(server, world) : world === undefined ? {} : { world }
  let emulator = await reloadEmulator(undefined, baseOptions, await loadDemoWorld())
  let isClosed = false
  const { logger } = server.config
  const refusalLines = createRefusalLines(optionInCode)
  const onRefusal = (explanation: Explanation): void => {
    logger.warn(refusalLines(explanation).join('\n'), { timestamp: true })
  }
  const onNotice = (line: string): void => logger.warn(line, { timestamp: true })
  const handlerOptions = { allowHosts, onRefusal, onNotice }
  let handler = createHandler(emulator, handlerOptions)
  const nodeHandler = toNodeHandler(
    withConnectionReset((request) => handler(request)),
  ) as NodeHandler

  server.middlewares.use((request, response, next) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === workerPath) return void response.end(workerScript(response))
    if (!handlesPath(emulator, pathname)) {
      warnOfOtherPath(request, pathname)
      return next()
    }
    dropTargetHost(request)
    void nodeHandler(request, response)
  })

  const warned = new Set<string>()
  /** Warns of a call that the dev server answers, often with the page of the app. */
  function warnOfOtherPath({ method = 'GET', headers }: IncomingMessage, pathname: string): void {
    if (!isCall(headers) || warned.has(pathname)) return
    const found = operationPathIn(contextOf(emulator).router, { method, path: pathname })
    if (found === undefined) return
    warned.add(pathname)
    const reason = `${method} ${pathname} does not reach the emulator, which is at ${path}: call ${path}${found}.`
    logger.warn(reason, { timestamp: true })
  }

  async function reload(changed: string): Promise<void> {
    if (isClosed || !file || !dependsOn(server, file, changed)) return
    try {
      const created = await reloadEmulator(emulator, baseOptions, await loadDemoWorld())
      if (isClosed) return created.close()
      emulator = created
      handler.close()
      handler = createHandler(emulator, handlerOptions)
      logger.info(`Created the world again from ${file}.`, { timestamp: true })
      server.ws.send({ type: 'full-reload' })
    } catch (error) {
      logger.error(`Could not create the world again: ${String(error)}`, { timestamp: true })
    }
  }
  // Note: one reload at a time. A second one would start from an emulator that the first one replaces.
  let reloads = Promise.resolve()
  server.watcher.on('change', (changed) => void (reloads = reloads.then(() => reload(changed))))
  printWithUrls(server, (origin) => [
    `API:       ${new URL(path, origin).href}`,
    `Token:     ${emulator.token}`,
    `Inspector: ${new URL(`${controlPrefix}/`, origin).href}`,
  ])
  return {
    [Symbol.dispose]() {
      isClosed = true
      handler.close()
      emulator.close()
    },
  }
}

/** Whether a request is a call. A client that is no browser sends no destination, and no file needs a bearer token. */
const isCall = ({ authorization = '', ...headers }: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-dest'] === 'empty' || /^bearer /i.test(authorization)

/** Prints lines below the addresses that the dev server prints when it starts. */
function printWithUrls(server: ViteDevServer, linesFor: (origin: string) => string[]): void {
  const printUrls = server.printUrls.bind(server)
  server.printUrls = () => {
    printUrls()
    const [origin] = [
      ...(server.resolvedUrls?.local ?? []),
      ...(server.resolvedUrls?.network ?? []),
    ]
    if (origin === undefined) return
    for (const line of linesFor(origin)) server.config.logger.info(`  ➜  ${line}`)
  }
}

/** @throws EmulatorError for a file that does not exist, and for one without a `DemoWorld` */
async function loadWorldModule(server: ViteDevServer, file: string): Promise<DemoWorld> {
  const path = modulePath(server, file)
  if (!(await ssrOf(server).pluginContainer.resolveId(path)))
    throw new EmulatorError('no_world_file', {
      action: `read the world in ${file}`,
      reason: `there is no file ${join(server.config.root, file)}`,
      advice: 'Give its path from the root of Vite.',
    })
  return demoWorldFrom(await server.ssrLoadModule(path), file)
}

const ssrOf = ({ environments }: ViteDevServer): ViteDevServer['environments'][string] =>
  environments['ssr'] as ViteDevServer['environments'][string]

/** The path of a file as Vite names the module: below its root, or below `/@fs/`. */
function modulePath({ config }: ViteDevServer, file: string): string {
  if (file.startsWith('/')) return file
  const absolute = join(config.root, file).replaceAll('\\', '/')
  const path = relative(config.root, absolute).replaceAll('\\', '/')
  return path.startsWith('../') ? `/@fs/${absolute.replace(/^\//, '')}` : `/${path}`
}

/** Whether a file is the changed file or imports it. Invalidates the modules on the way. */
function dependsOn(server: ViteDevServer, file: string, changed: string): boolean {
  const { moduleGraph } = ssrOf(server)
  const seen = new Set<string>()
  const queue = [...(moduleGraph.getModulesByFile(changed) ?? [])]
  for (let node = queue.pop(); node; node = queue.pop()) {
    if (seen.has(node.url)) continue
    seen.add(node.url)
    moduleGraph.invalidateModule(node)
    queue.push(...node.importers)
  }
  return seen.has(modulePath(server, file))
}

function workerScript(response: { setHeader(name: string, value: string): unknown }): string {
  response.setHeader('content-type', 'text/javascript; charset=utf-8')
  return readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8')
}
