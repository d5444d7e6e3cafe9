/** Runs the tests that must fail. A reporter prints the files that they attach. */
import type { Reporter } from 'vitest/node'
import main from '../../../vitest.config.ts'

const attachments: Reporter = {
  onTestCaseArtifactRecord({ name }, { type, attachments: files = [] }) {
    for (const { path, contentType } of files) {
      console.log(`Attached to "${name}": ${type}, ${contentType}, ${path}`)
    }
  },
}

export default {
  ...main,
  test: {
    ...main.test,
    include: ['adapters/failing/*.failing.ts'],
    reporters: ['default', attachments],
    attachmentsDir: 'node_modules/.cache/attachments',
  },
}
