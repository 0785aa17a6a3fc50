import { existsSync } from 'node:fs'

/**
 * Programs of the whole browser. The headless shell uses a fifth less processor time, but on CI axe took ten
 * times as long in it.
 */
const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const installedBrowser = (): string | undefined => paths.find((path) => existsSync(path))
