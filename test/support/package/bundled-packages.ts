/** The packages that the built files contain. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import main from '../../../package.json' with { type: 'json' }
import { bundledPackages } from '../../../scripts/third-party-notices.ts'

const sources = fileURLToPath(new URL('../../../src', import.meta.url))

/** The dependencies and peers that the built files contain all the same. */
const bundled = ['zod', 'sorted-btree', 'standardwebhooks', 'fast-sha256']

/** Returns the folders of the packages that the bundle of an entry contains. Writes no file. */
export async function packagesBundledIn(entry: string): Promise<readonly string[]> {
  const named = [...Object.keys(main.peerDependencies), ...Object.keys(main.dependencies)]
  const { metafile } = await build({
    entryPoints: [join(sources, entry)],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: entry.endsWith('x') ? 'browser' : 'node',
    outdir: tmpdir(),
    loader: { '.txt': 'text' },
    external: ['#shipped-world', ...named.filter((name) => !bundled.includes(name))],
  })
  return bundledPackages(metafile)
}
