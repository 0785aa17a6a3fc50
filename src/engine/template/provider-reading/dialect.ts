import type { Fields } from '../../json/fields.ts'
import type { PromptTemplate } from '../blueprint/index.ts'

/** The input of a call, and the arguments that are not part of it. */
interface InputReading {
  template: PromptTemplate
  parameters: Fields
}

/** Reads the arguments and answers of one provider API. */
export interface Dialect {
  input(kwargs: Fields): InputReading
  /** The answer, possibly empty; null if it is not an answer of this API. */
  output(response: Fields, kwargs: Fields): PromptTemplate | null
}
