import { emulatorPlugin } from 'course-admin-emulator/vite'
import { defineConfig } from 'vite'

/** The plugin serves the worker script; the emulator itself runs in the page. */
export default defineConfig({ plugins: [emulatorPlugin({ world: 'empty' })] })
