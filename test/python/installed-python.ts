import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Where `.ci/run` installs the vendor's Python SDK. */
const place = resolve('.cache/python-sdk/bin/python')

export const installedPython = (): string | undefined => (existsSync(place) ? place : undefined)
