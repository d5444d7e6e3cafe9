import { defineConfig } from 'tsup'

/** The doors that are there for others, and the command. */
const doors = ['index', 'index.browser', 'node', 'vitest', 'server', 'cli']

export default defineConfig(({ dts = true }) => ({
  entry: Object.fromEntries(doors.map((door) => [door, `src/${door}.ts`])),
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  treeshake: true,
  clean: true,
  silent: true,
  // Small and hot: one file loads faster than many. Everything else is the user's own copy.
  noExternal: ['zod', 'sorted-btree', 'standardwebhooks'],
  external: ['msw', 'msw/node', 'vitest', /^node:/, /^@faker-js/, 'srvx'],
  dts: dts && {
    entry: {
      index: 'src/index.ts',
      node: 'src/node.ts',
      vitest: 'src/vitest.ts',
      server: 'src/server.ts',
    },
  },
  esbuildOptions(options) {
    options.mainFields = ['module', 'main']
  },
}))
