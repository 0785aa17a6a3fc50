import { badField } from '../refusal.ts'

export type ScoreValueType = 'number' | 'boolean' | 'category' | 'text'

export interface TypedScore {
  readonly type: ScoreValueType
  /** The value of a number, and 1 or 0 for yes or no. */
  readonly number: number | null
  readonly text: string | null
}

const maxCategoryLength = 255

/** A score as it is stored. @throws Refusal 'bad_request' if the value is none of its type. */
export function typedScore(value: number | boolean | string, givenType: ScoreValueType | null): TypedScore {
  const type = givenType ?? defaultType(value)
  const wrong = (message: string) => badField('value', `value: ${message}`)
  if (type === 'boolean') {
    if (typeof value !== 'boolean') throw wrong('must be true or false for a yes or no score')
    return { type, number: value ? 1 : 0, text: null }
  }
  if (type === 'number') {
    if (typeof value === 'boolean' || typeof value === 'string') throw wrong('must be a number')
    return { type, number: value, text: null }
  }
  if (typeof value !== 'string') throw wrong('must be a text')
  if (type === 'category' && value.length > maxCategoryLength)
    throw wrong(
      `must have at most ${maxCategoryLength} characters for a category; send it with the type text`,
    )
  return { type, number: null, text: value }
}

const defaultType = (value: number | boolean | string): ScoreValueType =>
  typeof value === 'boolean' ? 'boolean' : typeof value === 'string' ? 'category' : 'number'
