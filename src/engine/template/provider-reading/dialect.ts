import type { Fields } from '../../json/fields.ts'
import type { PromptTemplate } from '../blueprint/index.ts'

/** The input of a call, and the arguments that it does not hold. */
interface InputReading {
  template: PromptTemplate
  parameters: Fields
}

/** How one provider API writes its arguments and answers. */
export interface Dialect {
  input(kwargs: Fields): InputReading
  /** The answer, empty when nothing was said; null when this is not an answer of this API. */
  output(response: Fields, kwargs: Fields): PromptTemplate | null
}
