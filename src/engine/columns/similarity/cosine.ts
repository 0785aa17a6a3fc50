import { isJsonNumber, type JsonNumber, nearest } from '../../json/exact-number.ts'
import type { Json } from '../../json/json.ts'
import { isList } from '../values/coercions.ts'

/** Cosine of two vectors, negative values as 0; null unless the answer is two vectors of equal length. */
export function cosine(answer: Json): number | null {
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
