/** One emulator and one dev server for all workers; each test has a world of its own. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const emulatorUrl = 'http://127.0.0.1:4310'
const page = 'http://127.0.0.1:4311'

export default defineConfig({
  testDir: '.',
  outputDir: '../../../node_modules/.cache/playwright',
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  use: {
    baseURL: page,
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    },
  },
  webServer: [
    { command: 'node dist/cli.js --port 4310', cwd: root, url: `${emulatorUrl}/_emulator/health` },
    {
      command: 'npx vite test/examples/page --host 127.0.0.1 --port 4311 --strictPort',
      cwd: root,
      url: page,
    },
  ],
})
