import { copyFile, readFile } from 'node:fs/promises'
import { defineConfig, type Options } from 'tsup'
import packageJson from './package.json' with { type: 'json' }

/** The entry points that pages load. Their bundles contain the shipped world, because a page has no file system. */
const pageEntryPoints = ['index.browser', 'browser', 'storybook']

/** The values of `exports` and `bin` in package.json, such as `./dist/index.js`. */
const targets = [...Object.values(packageJson.exports), ...Object.values(packageJson.bin)].flatMap(
  (target): (string | null)[] => (typeof target === 'string' ? [target] : Object.values(target)),
)

/** The names of the files of `dist` with an ending, each once. */
const namesWith = (ending: string): string[] => [
  ...new Set(
    targets
      .filter((target) => target?.startsWith('./dist/') && target.endsWith(ending))
      .map((target) => (target as string).slice('./dist/'.length, -ending.length)),
  ),
]

/** The entry points that Node loads, and the command. */
const nodeEntryPoints = namesWith('.js').filter((name) => !pageEntryPoints.includes(name))
/** The entry points with types. The command has none. */
const typedEntryPoints = namesWith('.d.ts')

/** The inspector page: a bundle for browsers with all its dependencies. */
const inspector = 'src/inspector/app'

const world = 'src/emulator/worlds/training-company.txt'
const entries = (names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]))

const sharedOptions: Options = {
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  treeshake: true,
  silent: true,
  // Small packages on the hot path: one file loads faster than many. Other packages stay external.
  noExternal: ['zod', 'sorted-btree', 'standardwebhooks', 'fast-sha256'],
  external: [
    /^msw/,
    '@msw/data',
    '@mswjs/data',
    /^vitest/,
    'vite',
    '@playwright/test',
    /^node:/,
    /^@faker-js/,
    /^srvx/,
  ],
  esbuildOptions(options) {
    options.mainFields = ['module', 'main']
  },
}

export default defineConfig(({ dts = true }) => [
  {
    ...sharedOptions,
    entry: entries(nodeEntryPoints),
    dts: dts && { entry: entries(typedEntryPoints) },
    onSuccess: () => copyFile(world, 'dist/training-company.txt'),
  },
  {
    ...sharedOptions,
    entry: entries(pageEntryPoints),
    dts: false,
    esbuildPlugins: [
      {
        name: 'inline the shipped world',
        setup({ onLoad }) {
          onLoad({ filter: /worlds\/shipped-world\.ts$/ }, async ({ path }) => {
            const source = await readFile(path, 'utf8')
            const text = JSON.stringify(await readFile(world, 'utf8'))
            const contents = source
              .replace(/^import .*node:fs.*$/m, '')
              .replace(/readFileSync\(.*\)/, text.replaceAll('$', '$$$$'))
            return { contents, loader: 'ts' }
          })
        },
      },
    ],
  },
  {
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    silent: true,
    minify: true,
    dts: false,
    outDir: 'dist/inspector',
    entry: { page: `${inspector}/main.tsx` },
    noExternal: [/./],
    onSuccess: () => copyFile(`${inspector}/page.html`, 'dist/inspector/page.html'),
  },
])
