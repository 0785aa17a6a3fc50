import { writeFileSync } from 'node:fs'
import { emittedOpenApi } from '../src/server/app.ts'

/** Writes the contract's OpenAPI document to the project's root; a test fails if it is outdated. */
writeFileSync(new URL('../openapi.json', import.meta.url), `${JSON.stringify(emittedOpenApi(), null, 2)}\n`)
