/** Finds files, exports and dependencies that nothing uses. `npm run check:static` runs it. */
import type { KnipConfig } from 'knip'

export default {
  entry: [
    'src/*.ts',
    'src/inspector/main.tsx',
    'scripts/*.{ts,mjs}',
    'test/**/*.{test,test-d}.ts',
    'test/**/*.config.ts',
    'test/adapters/**/*.{sample,failing}.ts',
    // The build bundles these by their paths.
    'src/adapters/commonjs/{jest,node}.ts',
    // The build imports this in each entry point.
    'src/engine/errors/misplaced-export.ts',
    // `npm run gen` bundles this by its path.
    'src/report/page/page-script.ts',
    // Scripts and tests start these by their path.
    'test/adapters/explore/{renames,mirror-app,counting-app}.ts',
    'test/bench/{main,example-app,peers/mirage-child}.ts',
    'test/conformance/explore/{all,correct}-schedules.ts',
    'test/examples/lms/start.ts',
    'test/examples/page/emulated.ts',
    'test/examples/python/renames.ts',
    'test/leaks/{growth,schedules}.ts',
    'test/mutation/{job,mutation-runner}.ts',
    'test/reliance/setup.ts',
    // The compiler resolves names of the examples to these.
    'test/support/{doc-globals,storybook-types}.ts',
  ],
  project: ['src/**', 'scripts/**', 'test/**'],
  ignoreDependencies: [
    // Scripts and tests start the commands of these.
    '@arethetypeswrong/cli',
    'dependency-cruiser',
    'jest',
    'oxlint',
    'publint',
    // Tests load these under a computed name.
    'axe-core',
    'json-server',
    'msw-oldest',
    // The mutation tests need the copy that Vitest uses.
    '@vitest/runner',
  ],
  // `it` is another name of `test`.
  ignoreIssues: { 'src/adapters/testing/vitest.ts': ['duplicates'] },
} satisfies KnipConfig
