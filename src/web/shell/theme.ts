import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'
export const themeNames: Readonly<Record<Theme, string>> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
}

/** The theme of the system. public/theme.js has the same rule and runs before the first paint. */
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

export const chosenTheme = (): Theme => (localStorage.getItem('theme') as Theme | null) ?? 'system'

export function chooseTheme(theme: Theme): void {
  localStorage.setItem('theme', theme)
  show()
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosenTheme)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(): void {
  const chosen = chosenTheme()
  document.documentElement.classList.toggle(
    'dark',
    chosen === 'dark' || (chosen === 'system' && system.matches),
  )
  for (const listener of listeners) listener()
}

system.addEventListener('change', show)
