import type { Meta, StoryObj } from '@storybook/html-vite'
import type { EmulatorParameters, LoadedEmulator } from 'course-admin-emulator/storybook'
import { courseList } from './course-list.js'
import { participant } from './participant.js'

interface Story extends StoryObj {
  parameters?: { emulator?: EmulatorParameters }
}

const on = ({ loaded }: { loaded: Record<string, unknown> }): LoadedEmulator =>
  loaded as unknown as LoadedEmulator

export default {
  title: 'Courses',
  render: (_, context) => {
    const { emulator, headers } = on(context)
    return courseList({ baseUrl: emulator.baseUrl, headers })
  },
} satisfies Meta

export const List: Story = { parameters: { emulator: { world: 'small-school' } } }

export const Empty: Story = { parameters: { emulator: { world: 'empty' } } }

export const Busy: Story = {
  parameters: {
    emulator: {
      world: 'small-school',
      clock: 'virtual',
      faults: [{ operation: 'get_courses', with: { status: 429, retry_after: 42 } }],
    },
  },
}

export const Outage: Story = {
  parameters: { emulator: { world: 'small-school', outage: { of: 'api' } } },
}

export const Failing: StoryObj<{ status: number }> = {
  args: { status: 503 },
  argTypes: { status: { control: 'select', options: [200, 404, 429, 503] } },
  parameters: { emulator: { world: 'small-school' } },
  render: ({ status }, context) => {
    const { emulator, headers } = on(context)
    if (status !== 200) emulator.fault({ operation: 'get_courses', with: { status } })
    return courseList({ baseUrl: emulator.baseUrl, headers })
  },
}

let mia = 0

export const CanceledEnrollments: Story = {
  parameters: {
    emulator: {
      world: 'empty',
      prepare: (emulator) => {
        mia = emulator.given('users', { first_name: 'Mia' }).id
        emulator.given('enrollments', 2, { student_id: mia, status: 'canceled' })
        emulator.given('enrollments', { student_id: mia, status: 'active' })
      },
    },
  },
  render: (_, context) => {
    const { emulator, headers } = on(context)
    return participant(mia, { baseUrl: emulator.baseUrl, headers })
  },
}
