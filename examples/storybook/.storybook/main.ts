import type { StorybookConfig } from '@storybook/html-vite'

export default {
  framework: '@storybook/html-vite',
  stories: ['../src/**/*.stories.ts'],
  addons: ['@storybook/addon-docs'],
  // The folder of `mockServiceWorker.js`.
  staticDirs: ['../public'],
} satisfies StorybookConfig
