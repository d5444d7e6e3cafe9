/** The colour theme: light, dark, or the setting of the system. */
import { signal } from '@preact/signals'

type Theme = 'system' | 'light' | 'dark'

const key = 'inspector.theme'
const themes: readonly Theme[] = ['system', 'light', 'dark']

const stored = localStorage.getItem(key) as Theme | null

export const theme = signal<Theme>(stored && themes.includes(stored) ? stored : 'system')
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

export function applyTheme(): void {
  theme.subscribe((chosen) => {
    localStorage.setItem(key, chosen)
    applyResolvedTheme()
  })
  systemIsDark.addEventListener('change', applyResolvedTheme)
}

function applyResolvedTheme(): void {
  const systemTheme = systemIsDark.matches ? 'dark' : 'light'
  document.documentElement.dataset['theme'] = theme.value === 'system' ? systemTheme : theme.value
}

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] as Theme
}
