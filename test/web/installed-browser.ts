import { existsSync } from 'node:fs'

/** The first draws for no screen: a fifth less processor time for the same pages. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export const installedBrowser = (): string | undefined => places.find((path) => existsSync(path))
