import { defineConfig } from 'vitest/config'
import { writeDocTests } from './scripts/gen/doc-tests.ts'

// Note: a global set-up would run after Vitest has listed the test files.
writeDocTests(new URL('./', import.meta.url))

const source = (entryPoint: string): string =>
  new URL(`./src/${entryPoint}.ts`, import.meta.url).pathname

export default defineConfig({
  resolve: {
    // Tests import the package by its name, like its users.
    alias: [
      { find: /^course-admin-emulator$/, replacement: source('index') },
      { find: /^course-admin-emulator\/(\w+)$/, replacement: source('$1') },
    ],
  },
  test: {
    dir: 'test',
    include: ['**/*.test.ts'],
    exclude: [
      'compat/**',
      'browser/**',
      '**/*.{outside,exploration}.test.ts',
      '**/node_modules/**',
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    // Each worker loads the sources once, because no test file changes shared state.
    isolate: false,
    // Most runs of a few tests take longer to transform the sources than to run the tests.
    experimental: { fsModuleCache: true },
    // The default size of 16 MB leads to many collections, which take a tenth of the time.
    execArgv: ['--max-semi-space-size=64'],
    setupFiles: ['response-validation', 'invariant-checks'].map(
      (name) => new URL(`./test/support/${name}.ts`, import.meta.url).pathname,
    ),
    server: { deps: { inline: [/course-admin-emulator/] } },
  },
})
