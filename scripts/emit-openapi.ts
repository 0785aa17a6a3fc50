import { writeFileSync } from 'node:fs'
import { emittedOpenApi } from '../src/server/app.ts'

/** Characters of a line. Values that are longer stand on several lines. */
const lineWidth = 200

/** JSON with each value on one line if it fits, so that the file stays short and a change shows the changed field. */
function jsonOf(value: unknown, key: string, indent: string): string {
  const text = key + JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + text.length < lineWidth)
    return indent + text
  const isList = Array.isArray(value)
  const items = Object.entries(value).map(([name, item]) =>
    jsonOf(item, isList ? '' : `${JSON.stringify(name)}: `, `${indent}  `),
  )
  return `${indent}${key}${isList ? '[' : '{'}\n${items.join(',\n')}\n${indent}${isList ? ']' : '}'}`
}

/** Writes the contract's OpenAPI document to the project's root; a test fails if it is outdated. */
const document: unknown = JSON.parse(JSON.stringify(emittedOpenApi()))
writeFileSync(new URL('../openapi.json', import.meta.url), `${jsonOf(document, '', '')}\n`)
