/** Why an entry point does not load as a CommonJS module. */
import { EmulatorError } from '../../engine/errors/errors.ts'

/** The error of an entry point that Jest loads as a CommonJS module. Node itself loads the ES module. */
export const commonjsError = (cause?: unknown): EmulatorError =>
  new EmulatorError('commonjs', {
    action: 'load course-admin-emulator in a CommonJS module',
    reason: 'Jest loads ES modules only with a flag of Node',
    advice:
      'Start it with `node --experimental-vm-modules node_modules/jest/bin/jest.js`, set `transform: {}`, and write tests as ES modules, such as people.test.mjs.',
    cause,
  })
