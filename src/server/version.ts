import { readFileSync } from 'node:fs'
import { manifestFile } from './program-paths.ts'

/** Version in package.json. */
export const version: string = (JSON.parse(readFileSync(manifestFile, 'utf8')) as { version: string }).version
