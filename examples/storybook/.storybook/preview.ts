import type { Preview } from '@storybook/html-vite'
import { emulatorLoader } from 'course-admin-emulator/storybook'

export default { loaders: [emulatorLoader()], tags: ['autodocs'] } satisfies Preview
