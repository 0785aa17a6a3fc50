import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** The Python for which `.ci/run` installs the vendor's SDK. */
const path = resolve('.cache/python-sdk/bin/python')

export const installedPython = (): string | undefined => (existsSync(path) ? path : undefined)
