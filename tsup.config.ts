import { copyFile, readFile } from 'node:fs/promises'
import { defineConfig, type Options } from 'tsup'

/** The doors that are there for others, and the command. */
const doors = [
  'index',
  'node',
  'vitest',
  'jest',
  'reporter',
  'server',
  'vite',
  'playwright',
  'scenarios',
  'data',
  'cli',
]
/** The doors of pages, which bring the world along. */
const pages = ['index.browser', 'browser', 'storybook']
/** Where types are read; the command has none, and a page's main door those of the main door. */
const typed = [...doors, 'browser', 'storybook'].filter((door) => door !== 'cli')

/** The inspector's page: for browsers, with everything it needs inside. */
const inspector = 'src/adapters/inspector/page'

const world = 'src/emulator/worlds/training-company.txt'
const entries = (names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]))

const both: Options = {
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  treeshake: true,
  silent: true,
  // Small and hot: one file loads faster than many. Everything else is the user's own copy.
  noExternal: ['zod', 'sorted-btree', 'standardwebhooks', 'fast-sha256'],
  external: [
    /^msw/,
    '@msw/data',
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
    ...both,
    entry: entries(doors),
    dts: dts && { entry: entries(typed) },
    onSuccess: () => copyFile(world, 'dist/training-company.txt'),
  },
  {
    ...both,
    entry: entries(pages),
    dts: false,
    esbuildPlugins: [
      {
        name: 'the world comes with the page',
        setup({ onLoad }) {
          onLoad({ filter: /worlds\/shipped\.ts$/ }, async ({ path }) => {
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
