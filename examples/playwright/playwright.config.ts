/** One emulator and one dev server for all workers. Each test has its own instance. */
import { defineConfig } from '@playwright/test'

const emulatorUrl = 'http://127.0.0.1:4310'
const page = 'http://127.0.0.1:4311'

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  reporter: 'line',
  use: { baseURL: page },
  webServer: [
    {
      command: 'npx course-admin-emulator --port 4310',
      url: `${emulatorUrl}/_emulator/health`,
    },
    { command: 'npx vite e2e/page --host 127.0.0.1 --port 4311 --strictPort', url: page },
  ],
})
