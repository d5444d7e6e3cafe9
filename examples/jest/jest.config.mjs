/** Runs ES modules as they are: `node --experimental-vm-modules node_modules/jest/bin/jest.js`. */
export default {
  testMatch: ['**/*.test.mjs'],
  transform: {},
  setupFilesAfterEnv: ['course-admin-emulator/jest'],
}
