import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { defineConfig, type Options } from 'tsup'
import packageJson from './package.json' with { type: 'json' }
import { createMisplacedExports } from './scripts/misplaced-exports.ts'
import { thirdPartyNotices } from './scripts/third-party-notices.ts'

/** The file of a condition, or the files of several conditions. */
type Target = string | null | { readonly [condition: string]: Target }

const filesOf = (target: Target): readonly (string | null)[] =>
  typeof target === 'object' && target !== null ? Object.values(target).flatMap(filesOf) : [target]

/** The values of `exports` and `bin` in package.json, such as `./dist/index.js`. */
const targets = [packageJson.exports, packageJson.bin].flatMap(filesOf)

/** The names of the files of `dist` with an ending, each once. */
const namesWith = (ending: string): string[] => [
  ...new Set(
    targets
      .filter((target) => target?.startsWith('./dist/') && target.endsWith(ending))
      .map((target) => (target as string).slice('./dist/'.length, -ending.length)),
  ),
]

/** The entry points and the command. */
const entryPoints = namesWith('.js')
/** The entry points with types. The command has none. */
const typedEntryPoints = namesWith('.d.ts')

/** The inspector page: a bundle for browsers with all its dependencies. */
const inspector = 'src/inspector'

/**
 * The shipped world is one module, `training-company.js`: a page imports it, and Node reads its text without a parse.
 * All entry points share their chunks and import `#shipped-world`. The conditions in package.json select the variant.
 */
const readWorld = (file: string): string =>
  `((text) => text.slice(text.indexOf('\`') + 1, text.lastIndexOf('\`')))(${file.replace(/\.\.\/generated\/(.*)\.txt/, './$1.js')})`

/** Leaves the shipped world out of a bundle. */
const externalWorld: Plugin = {
  name: 'the shipped world is a separate module',
  setup({ onResolve }) {
    onResolve({ filter: /\/shipped-world\.ts$/ }, () => ({
      path: '#shipped-world',
      external: true,
    }))
  },
}

/**
 * Leaves the docstrings out of a bundle: the types have those of exports, and the bundler keeps only those of members.
 * White space, names and the paths of sources stay, for a reader who steps into a stack trace.
 */
const withoutDocstrings: Plugin = {
  name: 'without docstrings',
  setup({ onLoad }) {
    onLoad({ filter: /\.[jt]s$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const entryPoint = entryPointOf(path)
      const added = entryPoint ? misplacedExports(entryPoint) : ''
      const contents = source.replaceAll(/^ *\/\*\*(?:(?!\*\/).)*\*\/\n/gms, '') + added
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}

const misplacedExports = createMisplacedExports(typedEntryPoints)

/** The entry point with types that has this source; undefined for another file. */
const entryPointOf = (path: string): string | undefined =>
  typedEntryPoints.find((name) => path === resolve(`src/${name}.ts`))

/** Builds `training-company.js`, and the modules that read it in Node and import it in a page. */
const worldModules: Plugin = {
  name: 'the shipped world',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\.\/generated\/training-company\.txt$/ }, () => ({
      path: './training-company.js',
      external: true,
    }))
    onLoad({ filter: /training-company\.txt$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (/`|\$\{|\r|[^\n -~\t]/.test(text)) {
        throw new Error(`${path} contains a character that a template string changes.`)
      }
      return { contents: `export default String.raw\`${text}\``, loader: 'js' }
    })
    onLoad({ filter: /shipped-world\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      return { contents: source.replace(/readFileSync\(.*\)/, readWorld), loader: 'ts' }
    })
  },
}

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
    /^srvx/,
  ],
  esbuildOptions(options) {
    options.mainFields = ['module', 'main']
  },
}

export default defineConfig(({ dts = true }) => [
  {
    ...sharedOptions,
    entry: entries(entryPoints),
    // Note: the types use `Disposable`, which the library of ES2022 lacks.
    dts: dts && {
      entry: entries(typedEntryPoints),
      banner: '/// <reference lib="esnext.disposable" />',
    },
    esbuildPlugins: [externalWorld, withoutDocstrings, thirdPartyNotices],
  },
  {
    ...sharedOptions,
    entry: {
      'shipped-world': 'src/service/demo/shipped-world.ts',
      'shipped-world.browser': 'src/service/demo/shipped-world.browser.ts',
      'training-company': 'src/service/generated/training-company.txt',
    },
    splitting: false,
    dts: false,
    esbuildPlugins: [worldModules],
  },
  ...namesWith('.cjs').map((name): Options => ({
    format: 'cjs',
    target: 'es2022',
    silent: true,
    minify: true,
    dts: false,
    entry: { [name]: `src/adapters/commonjs/${name}.ts` },
    external: [/^course-admin-emulator/],
    // Note: Jest calls a function that a setup file exports as the module itself.
    footer: { js: 'module.exports = module.exports.default' },
    // Note: Node loads the ES module from CommonJS too, by the condition module-sync, which TypeScript does not read.
    onSuccess: () => writeFile(`dist/${name}.d.cts`, `export * from './${name}.js'\n`),
  })),
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
    esbuildPlugins: [thirdPartyNotices],
    onSuccess: () => copyFile(`${inspector}/page.html`, 'dist/inspector/page.html'),
  },
])
