/** The kinds of projects that `init` writes. The files of a kind are in `examples/<kind>` of the package. */
import { unknownNameError } from '../../../engine/errors/errors.ts'
import { version } from '../../../engine/emulator/version.ts'

/** What `init` adds to a project besides the files of `examples/<kind>`. */
export interface ProjectKind {
  readonly scripts: Readonly<Record<string, string>> & { readonly test: string }
  /** Version ranges by package, besides this package and `msw`. */
  readonly packages: Readonly<Record<string, string>>
  /** The oldest major version of a package that the example works with. Default: that of its range. */
  readonly oldest?: Readonly<Record<string, number>>
  /** The names of packages that the example does not work beside, and the guide for them. */
  readonly excludes?: { readonly packages: RegExp; readonly guide: string }
  /** Files of other kinds: the path in `examples` by the path in the project. */
  readonly sharedFiles?: Readonly<Record<string, string>>
  /** The path of the worker script of MSW, for kinds whose pages need it. */
  readonly workerFile?: string
  /** The change to make by hand if a file of the project exists, by path. */
  readonly hints?: Readonly<Record<string, string>>
  /** Packages whose command must run once after the installation, with its arguments. */
  readonly setup?: readonly string[]
  /** What helps if this command fails. */
  readonly setupHint?: string
}

const kinds = {
  vitest: {
    scripts: { test: 'vitest run' },
    // Note: the example reads `process.env`.
    packages: { '@types/node': '^20.19.0', vitest: '^4.1.0' },
    oldest: { '@types/node': 0, vitest: 3 },
  },
  jest: {
    scripts: { test: 'node --experimental-vm-modules node_modules/jest/bin/jest.js' },
    packages: { '@jest/globals': '^30.0.0', jest: '^30.0.0' },
    hints: {
      'jest.config.mjs':
        "add `setupFilesAfterEnv: ['course-admin-emulator/jest']`, and `'**/*.test.mjs'` if there is a `testMatch`",
    },
  },
  node: {
    scripts: { test: 'node --test' },
    packages: {},
  },
  vite: {
    scripts: { dev: 'vite', build: 'vite build', test: 'node --test' },
    packages: { vite: '^8.0.0' },
    oldest: { vite: 6 },
    hints: {
      'vite.config.ts': "add `emulatorPlugin({ world: './demo/world.ts' })` to `plugins`",
    },
  },
  storybook: {
    scripts: {
      storybook: 'storybook dev --port 6006',
      test: 'storybook build --quiet --output-dir node_modules/.cache/storybook',
    },
    packages: {
      '@storybook/addon-docs': '^10.0.0',
      '@storybook/html-vite': '^10.0.0',
      storybook: '^10.0.0',
      vite: '^8.0.0',
    },
    oldest: { vite: 6 },
    // Note: stories of another framework return its elements.
    excludes: {
      guide: 'docs/guides/storybook.md',
      packages:
        /^@storybook\/(?!html-vite$)(angular|ember|html|nextjs|preact|react|server|svelte|vue3|web-components)/,
    },
    workerFile: 'public/mockServiceWorker.js',
    hints: {
      '.storybook/main.ts':
        "add `staticDirs: ['../public']`, and `'../src/**/*.stories.ts'` to `stories`",
      '.storybook/preview.ts': 'add `loaders: [emulatorLoader()]`',
    },
  },
  playwright: {
    scripts: { test: 'playwright test' },
    packages: { '@playwright/test': '^1.50.0', vite: '^8.0.0' },
    oldest: { vite: 6 },
    sharedFiles: {
      'e2e/page/index.html': 'vite/index.html',
      'e2e/page/src/app.ts': 'vite/src/app.ts',
      'e2e/page/src/drawer.ts': 'vite/src/drawer.ts',
      'e2e/page/src/elements.ts': 'vite/src/elements.ts',
      'e2e/page/src/main.ts': 'vite/src/main.ts',
      'e2e/page/src/service.ts': 'vite/src/service.ts',
      'e2e/page/src/style.css': 'vite/src/style.css',
    },
    hints: {
      'playwright.config.ts':
        "add the two servers of `webServer` in the example; a `testDir` must contain `'e2e'`",
    },
    setup: ['playwright', 'install', 'chromium'],
    setupHint:
      'Or set `use: { launchOptions: { executablePath } }` in playwright.config.ts to a Chromium of this machine.',
  },
} as const satisfies Readonly<Record<string, ProjectKind>>

export type ProjectKindName = keyof typeof kinds

export const projectKindNames = Object.keys(kinds) as readonly ProjectKindName[]

/** @throws EmulatorError for an unknown kind, with the nearest name */
export function projectKindFrom(name: string): ProjectKindName {
  if (Object.hasOwn(kinds, name)) return name as ProjectKindName
  throw unknownNameError('kind of project', name, projectKindNames)
}

export const projectKindOf = (name: ProjectKindName): ProjectKind => kinds[name]

/**
 * The packages of a kind with their version ranges, in the order of `package.json`. `ownRange` is the range of this
 * package.
 */
export function packagesOf(
  { packages }: ProjectKind,
  ownRange = `^${version}`,
): Readonly<Record<string, string>> {
  const all = { ...packages, 'course-admin-emulator': ownRange, msw: '^2.12.0' }
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
