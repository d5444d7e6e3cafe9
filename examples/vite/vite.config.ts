import { emulatorPlugin } from 'course-admin-emulator/vite'
import { defineConfig } from 'vite'

/** The dev server also serves the emulated API at `/api/v1` and the inspector at `/_emulator/`. */
export default defineConfig({ plugins: [emulatorPlugin({ world: './demo/world.ts' })] })
