/** Runs the tests of the project, over the same sources, with the packages of this folder. */
import { fileURLToPath } from 'node:url'
import main from '../../../vitest.config.ts'
import project from './package.json' with { type: 'json' }

const setupFiles = [main.test?.setupFiles ?? []].flat()

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

export default {
  root: path('.'),
  // Resolves these packages from this folder for every importer.
  resolve: { ...main.resolve, dedupe: Object.keys(project.dependencies) },
  test: {
    ...main.test,
    dir: path('../..'),
    // The unit suite validates the responses. A check of each response delays it, and Node 24 reads responses in fewer
    // turns than Node 20, so that the order of simultaneous entries in a transcript would change.
    setupFiles: setupFiles.filter((file) => !file.endsWith('/response-validation.ts')),
    // These do not depend on the MSW version: tests of the checkout, the package, performance and slow sockets, and
    // long tests with direct calls only.
    exclude: [
      '**/node_modules/**',
      '**/browser/**',
      '**/{house-rules,package,bench}*.test.ts',
      '**/bench/**',
      '**/{assumptions,capacity,conformance,describe,fuzz,golden,mutation}/**',
      '**/{other-service,resources,simulator,worlds}/**',
      '**/{alternatives,any-argument,laws,one-fault,outages,round-trip,world-generation}.test.ts',
      '**/{chaos,journal-report-routes,latency,slow-sockets}.test.ts',
      '**/command-line.outside.test.ts',
      '**/*.exploration.test.ts',
    ],
  },
}
