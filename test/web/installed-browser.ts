import { existsSync } from 'node:fs'

/**
 * Programs of the whole browser. The headless shell uses a fifth less processor time, but on CI axe took ten
 * times as long in it.
 */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const installedBrowser = (): string | undefined => places.find((path) => existsSync(path))
