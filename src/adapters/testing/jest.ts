/** The setup file of Jest, and the types of its matchers. */
// oxlint-disable-next-line import/no-empty-named-blocks, unicorn/require-module-specifiers -- it makes the module known
import type {} from 'expect'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { isJestWithoutExpect, setUpJestOnce } from './jest-setup.ts'
import type { EmulatorMatchers } from './matchers.ts'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the types of Jest look for matchers here
  namespace jest {
    interface Matchers<R, T> extends EmulatorMatchers<R> {}
  }
}

// Note: the `expect` of `@jest/globals` has the matchers of this module.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends EmulatorMatchers<R> {}
}

if (isJestWithoutExpect())
  throw new EmulatorError('bad_setup', {
    action: 'add the matchers to Jest',
    reason: 'there is no global `expect` yet',
    advice:
      'List course-admin-emulator/jest under `setupFilesAfterEnv`, and not under `setupFiles`.',
  })
setUpJestOnce()
