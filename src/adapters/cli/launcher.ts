/** Starts the command after a check of the Node version. Older versions cannot load its modules. */
import { assertSupportedNode } from '../../engine/errors/node-version.ts'

try {
  assertSupportedNode()
  await import('./main.ts')
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 2
}
