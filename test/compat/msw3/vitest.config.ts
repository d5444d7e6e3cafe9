/** Runs the tests of the project, over the same sources, with the packages of this folder. */
import { fileURLToPath } from 'node:url'
import main from '../../../vitest.config.ts'
import lane from './package.json' with { type: 'json' }

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

export default {
  root: path('.'),
  // The packages named there are taken from this folder, whoever imports them.
  resolve: { ...main.resolve, dedupe: Object.keys(lane.dependencies) },
  test: {
    ...main.test,
    dir: path('../..'),
    // What looks at the checkout, the package or the time it takes says the same under any msw.
    exclude: [
      '**/node_modules/**',
      '**/browser/**',
      '**/{tidy,package,bench}*.test.ts',
      '**/tidy/**',
      '**/bench/**',
    ],
  },
}
