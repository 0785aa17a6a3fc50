import { writeFileSync } from 'node:fs'
import { describeConfig, paidTypeNames } from '../src/engine/columns/config/describe.ts'
import { columnTypes } from '../src/engine/columns/index.ts'
import type { ColumnTypeName } from '../src/engine/columns/names.ts'

/**
 * Writes the fields of column forms and the types that cost money from the engine, because the browser does not load
 * the column types with their pattern libraries. A test fails if the file is outdated.
 */
const lines = (Object.keys(columnTypes) as ColumnTypeName[]).map(
  (type) =>
    `  ${type}: [\n${describeConfig(type)
      .map((field) => `    ${JSON.stringify(field)},\n`)
      .join('')}  ],\n`,
)

writeFileSync(
  new URL('../src/web/columns/config-fields.ts', import.meta.url),
  `// Made by \`node scripts/emit-column-fields.ts\` from the schemas of the engine.
import type { ConfigField } from '../../engine/columns/config/describe.ts'
import type { ColumnTypeName } from '../../engine/columns/names.ts'

export const configFields: Readonly<Record<ColumnTypeName, readonly ConfigField[]>> = {
${lines.join('')}}

/** Types that cost money or call other systems. */
export const paidTypes: readonly ColumnTypeName[] = [
${paidTypeNames()
  .map((type) => `  '${type}',\n`)
  .join('')}]
`,
)
