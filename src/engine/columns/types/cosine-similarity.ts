import { z } from 'zod'
import { isJsonNumber, type JsonNumber, nearest } from '../../json/exact-number.ts'
import type { Json } from '../../json/json.ts'
import { filledText, orNull, sources } from '../config/fields.ts'
import { configReader, numberedSources } from '../config/read.ts'
import { defineColumn } from '../define.ts'
import { failed, failedWith, sourceLabel } from '../failures.ts'
import { fromSources } from '../references.ts'
import { need, value } from '../steps.ts'
import { isList, toText } from '../values/coercions.ts'

/** Cosine of two vectors, negative values as 0; null unless the answer is two non-zero vectors of equal length. */
function cosine(answer: Json): number | null {
  if (!isList(answer) || answer.length !== 2) return null
  const [left, right] = answer as readonly [Json, Json]
  if (!isVector(left) || !isVector(right) || left.length !== right.length || left.length === 0) return null
  let product = 0
  let leftSquares = 0
  let rightSquares = 0
  for (const [index, item] of left.entries()) {
    const [leftNumber, rightNumber] = [nearest(item), nearest(right[index]!)]
    product += leftNumber * rightNumber
    leftSquares += leftNumber * leftNumber
    rightSquares += rightNumber * rightNumber
  }
  if (leftSquares === 0 || rightSquares === 0) return null
  return Math.min(1, Math.max(0, product / Math.sqrt(leftSquares * rightSquares)))
}

function isVector(item: Json): item is readonly JsonNumber[] {
  return isList(item) && item.every(isJsonNumber)
}

const schema = z.looseObject({
  sources: sources(2, 2),
  /** Not in the vendor's API: an embedding model instead of the workspace's. */
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
      if (empty >= 0) return failed('missing_value', `${sourceLabel(inputs, empty)} has no text.`)
      if (texts[0] === texts[1]) return value(1)
      return need({ kind: 'embedding', texts, ...(config.model == null ? {} : { model: config.model }) })
    },
    complete(_inputs, _state, answer) {
      if (!answer.ok) return failedWith(answer.failure)
      const similarity = cosine(answer.value)
      return similarity === null
        ? failed('bad_answer', 'The model did not return two non-zero vectors of equal length.')
        : value(similarity)
    },
  }),
})
