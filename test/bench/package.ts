/** The size of the package: packed, bundled, and the import cost of its entry points. */
import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from './built-package.ts'

/** The maximum download size. */
const packedBytesMax = 1_000_000
/** The maximum download of a page with the worker, compressed. */
const pageBytesMax = 350_000

export async function packageRows(): Promise<Record<string, number>> {
  return {
    'packed size vs 1 MB': packedBytes() / packedBytesMax,
    'page with the worker vs 350 kB gzip': gzipSync(await pageScript()).length / pageBytesMax,
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
