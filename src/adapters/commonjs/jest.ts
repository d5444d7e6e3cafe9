/** The setup file of Jest, which finds each setup file as a CommonJS module and calls the function that it exports. */
import { commonjsError } from './refusal.ts'

Object.defineProperty(loadSetup, 'setupEmulator', {
  get() {
    throw commonjsError()
  },
})

/** Loads the setup as an ES module. @throws EmulatorError if Jest runs without the flag that ES modules need */
export default async function loadSetup(): Promise<void> {
  try {
    await import('course-admin-emulator/jest')
  } catch (error) {
    throw /vm-modules|VM API/i.test(String(error)) ? commonjsError(error) : error
  }
}
