import { createElement } from 'react'
import { addons, types } from 'storybook/manager-api'

/** What the loader offers of the emulator of the shown story. */
interface Shown {
  emulatorPanel?: { readonly version: string; page(): string }
}

const refreshMs = 500
let timer: ReturnType<typeof setInterval> | undefined

/** Shows the page of the emulator in a frame of the panel, again after each change. */
function follow(panel: HTMLIFrameElement | null): void {
  clearInterval(timer)
  if (!panel) return
  let shown = ''
  timer = setInterval(() => {
    const preview = document.querySelector<HTMLIFrameElement>('#storybook-preview-iframe')
    const { emulatorPanel } = (preview?.contentWindow ?? {}) as Shown
    if (panel.hidden || !emulatorPanel || emulatorPanel.version === shown) return
    shown = emulatorPanel.version
    const file = new Blob([emulatorPanel.page()], { type: 'text/html' })
    URL.revokeObjectURL(panel.src)
    panel.src = URL.createObjectURL(file)
  }, refreshMs)
}

addons.register('course-admin-emulator', () => {
  addons.add('course-admin-emulator/panel', {
    type: types.PANEL,
    title: 'Emulator',
    match: ({ viewMode }) => viewMode === 'story',
    render: ({ active }) =>
      createElement('iframe', {
        key: 'emulator',
        title: 'Emulator',
        hidden: !active,
        ref: follow,
        style: { width: '100%', height: '100%', border: 0 },
      }),
  })
})
