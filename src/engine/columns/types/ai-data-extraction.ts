import { z } from 'zod'
import { columnName, filledText } from '../config/fields.ts'
import { configReader, renameField } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, failedWith } from '../failures.ts'
import { extractionNeed } from '../judge/extraction.ts'
import { fromSource } from '../references.ts'
import { need, value } from '../steps.ts'
import { isObject, toText } from '../values/coercions.ts'

const schema = z.looseObject({ source: columnName, query: filledText('a question') })

/** A model's answer to a question about a text; null if the text does not answer it. */
export const aiDataExtraction = defineColumn<z.output<typeof schema>>({
  type: 'AI_DATA_EXTRACTION',
  cost: 'model',
  score: () => 'by-value',
  config: configReader(schema, renameField('extraction_prompt', 'query')),
  dependsOn: (config) => [fromSource('source', config.source)],
  evaluator: (config) => ({
    prepare({ values }) {
      const text = values[0] ?? null
      return text === null ? value(null) : need(extractionNeed(config.query, toText(text)))
    },
    complete(_inputs, _state, answer) {
      if (!answer.ok) return failedWith(answer.failure)
      if (!isObject(answer.value) || typeof answer.value['found'] !== 'boolean') {
        return failed('bad_answer', 'The model did not say what it found.')
      }
      return value(answer.value['found'] ? toText(answer.value['answer'] ?? null) : null)
    },
  }),
})
