/** Light or dark: as the system has it, until a person says otherwise. */
import { signal } from '@preact/signals'

export type Theme = 'system' | 'light' | 'dark'

const key = 'inspector.theme'
const themes: readonly Theme[] = ['system', 'light', 'dark']

const stored = localStorage.getItem(key) as Theme | null

export const theme = signal<Theme>(stored && themes.includes(stored) ? stored : 'system')
/** Counts up when colours changed, for whoever paints them by hand. */
export const repaint = signal(0)

export function applyTheme(): void {
  theme.subscribe((chosen) => {
    if (chosen === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
    localStorage.setItem(key, chosen)
    repaint.value += 1
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    repaint.value += 1
  })
}

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] as Theme
}
