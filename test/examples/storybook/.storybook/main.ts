import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StorybookConfig } from '@storybook/html-vite'

const here = createRequire(import.meta.url)
const emulator = fileURLToPath(new URL('../../../../dist/storybook.js', import.meta.url))

export default {
  framework: '@storybook/html-vite',
  stories: ['../*.stories.ts'],
  addons: ['@storybook/addon-docs'],
  staticDirs: [{ from: dirname(here.resolve('msw/mockServiceWorker.js')), to: '/' }],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // In a project of yours the package is installed, and none of this is needed.
  viteFinal: (config) => ({
    ...config,
    resolve: {
      ...config.resolve,
      alias: { 'course-admin-emulator/storybook': emulator },
      dedupe: ['msw', '@faker-js/faker'],
    },
  }),
} satisfies StorybookConfig
