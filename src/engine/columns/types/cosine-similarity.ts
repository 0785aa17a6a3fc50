import { z } from 'zod'
import { filledText, orNull, sources } from '../config/fields.ts'
import { configReader, numberedSources } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, failedWith, source } from '../failures.ts'
import { fromSources } from '../references.ts'
import { cosine } from '../similarity/cosine.ts'
import { need, value } from '../steps.ts'
import { toText } from '../values/coercions.ts'

const schema = z.looseObject({
  sources: sources(2, 2),
  /** Extends the reference: an embedding model other than the workspace's. */
  model: orNull(filledText('the name of a model')),
})

/** Similarity of two texts by an embedding model, from 0 to 1. Equal texts skip the model. */
export const cosineSimilarity = defineColumn<z.output<typeof schema>>({
  type: 'COSINE_SIMILARITY',
  cost: 'model',
  score: () => 'number',
  config: configReader(schema, numberedSources),
  dependsOn: (config) => fromSources(config.sources),
  evaluator: (config) => ({
    prepare(inputs) {
      const texts = [toText(inputs.values[0] ?? null), toText(inputs.values[1] ?? null)]
      const empty = texts.findIndex((text) => text.trim() === '')
      if (empty >= 0) return failed('missing_value', `${source(inputs, empty)} has no text.`)
      if (texts[0] === texts[1]) return value(1)
      return need({ kind: 'embedding', texts, ...(config.model == null ? {} : { model: config.model }) })
    },
    complete(_inputs, _state, answer) {
      if (!answer.ok) return failedWith(answer.failure)
      const similarity = cosine(answer.value)
      return similarity === null
        ? failed('bad_answer', 'The model did not give two vectors.')
        : value(similarity)
    },
  }),
})
