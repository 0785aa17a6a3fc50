import { z } from 'zod'
import { compileJsonPath } from '../../patterns/json-path/index.ts'
import type { Step } from '../column.ts'
import { columnName, flag, pattern } from '../config/fields.ts'
import {
  checkReturnAll,
  configReader,
  fieldFromReturnAll,
  renameField,
  strictReader,
} from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { findPath } from '../paths.ts'
import { fromSource } from '../references.ts'
import { value } from '../steps.ts'
import { isEmpty } from '../values/coercions.ts'
import { jsonOf } from '../values/required.ts'

const schema = z.looseObject({
  source: columnName,
  json_path: pattern('a JSONPath', compileJsonPath),
  return_first_match: flag(true),
})

/** The matches of a path in JSON: the first, or all. */
export const jsonPath = defineColumn<z.output<typeof schema>>({
  type: 'JSON_PATH',
  cost: 'none',
  score: () => 'by-value',
  config: strictReader(
    configReader(
      schema,
      renameField('path', 'json_path'),
      fieldFromReturnAll('return_first_match', false, true),
    ),
    checkReturnAll,
  ),
  dependsOn: (config) => [fromSource('source', config.source)],
  evaluator(config) {
    const path = compileJsonPath(config.json_path)
    const first = config.return_first_match
    return {
      prepare(inputs) {
        if (isEmpty(inputs.values[0] ?? null)) return value(first ? null : [])
        const document = jsonOf(inputs, 0)
        if (!('json' in document)) return document
        const matches = findPath(path, document.json)
        if (!Array.isArray(matches)) return matches as Step
        return value(first ? (matches[0] ?? null) : matches)
      },
    }
  },
})
