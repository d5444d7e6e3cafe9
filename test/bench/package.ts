/** The size of the package: packed, bundled, and the import cost of its entry points. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { createEmulator, root, storyToHTML } from './built-package.ts'

/** The maximum download size. */
const packedBytesMax = 1_000_000
/** The maximum download of a page with the worker, compressed. */
const pageBytesMax = 350_000
/** The maximum download of the inspector, compressed. */
const inspectorBytesMax = 200_000
/** The maximum size of the file of a story of 200 entries. */
const storyBytesMax = 400_000

export async function packageRows(): Promise<Record<string, number>> {
  return {
    'packed size vs 1 MB': packedBytes() / packedBytesMax,
    'page with the worker vs 350 kB gzip': gzipSync(await pageScript()).length / pageBytesMax,
    'inspector vs 200 kB gzip': inspectorBytes() / inspectorBytesMax,
    'file of a story of 200 entries vs 400 kB': (await storyBytes()) / storyBytesMax,
    'import of EmulatorError, built, vs import of createEmulator':
      (await builtBytes('EmulatorError')) / (await builtBytes('createEmulator')),
  }
}

function packedBytes(): number {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: root,
    encoding: 'utf8',
  })
  return (JSON.parse(stdout) as [{ size: number }])[0].size
}

/** The files of the inspector, each compressed. */
const inspectorBytes = (): number =>
  ['page.html', 'page.css', 'page.js']
    .map((name) => gzipSync(readFileSync(join(root, 'dist', 'inspector', name))).length)
    .reduce((sum, length) => sum + length)

/** The page of a story of reads, updates, and deliveries with a retry. */
async function storyBytes(): Promise<number> {
  const emulator = createEmulator()
  emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
  for (let id = 1; emulator.journal().length < 200; id += 1) {
    const url = `/users/${id}`
    await emulator.fetch(url, { headers: emulator.headers })
    const body = JSON.stringify({ first_name: `Mia ${id}` })
    await emulator.fetch(url, { method: 'PUT', headers: emulator.headers, body })
    await emulator.advance('5m')
  }
  const story = emulator.story()
  const page = storyToHTML({ ...story, entries: story.entries.slice(0, 200) })
  return Buffer.byteLength(page)
}

/** The bytes of a page's script that uses one export, as a bundler leaves them. */
async function builtBytes(name: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { ${name} } from 'course-admin-emulator'\nconsole.log(${name})`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    minify: true,
    treeShaking: true,
    format: 'esm',
    platform: 'node',
    external: ['msw', 'msw/*', 'srvx'],
  })
  return outputFiles[0]?.contents.length ?? Number.NaN
}

/** The scripts of a page that starts the worker, with MSW. Scripts that it imports on demand are not among them. */
async function pageScript(): Promise<Buffer> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import { setupEmulatorWorker } from 'course-admin-emulator/browser'\nawait setupEmulatorWorker().start()`,
      resolveDir: root,
    },
    bundle: true,
    splitting: true,
    outdir: 'page',
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    // Note: the configuration of this project maps the package to its sources.
    tsconfigRaw: '{}',
    logLevel: 'error',
  })
  const { outputs } = metafile
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === '<stdin>')
  const loaded = new Set([entry ?? ''])
  for (const path of loaded)
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') loaded.add(imported)
  const names = [...loaded].map((path) => basename(path))
  return Buffer.concat(
    outputFiles
      .filter(({ path }) => names.includes(basename(path)))
      .map(({ contents }) => contents),
  )
}
