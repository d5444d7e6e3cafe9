/**
 * Refuses an entry point for Vitest in another test runner. Jest loads Vitest itself only to fail without the cause. Two entry
 * points share this module, so that it is a file of its own, which runs before their import of Vitest.
 */
import { EmulatorError } from '../../engine/errors/errors.ts'
import { isJest } from './running-test.ts'

export const otherRunner = (cause?: unknown): EmulatorError =>
  new EmulatorError('other_runner', {
    action: 'load course-admin-emulator/vitest',
    reason: 'Vitest does not run this file',
    advice:
      'Import course-admin-emulator/jest, /playwright or /node, and `test` and `expect` of your runner. For `reporters`, name course-admin-emulator/reporter.',
    cause,
  })

if (isJest()) throw otherRunner()
