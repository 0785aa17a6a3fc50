import { isXmlLoaded } from '../patterns/xml/read.ts'
import type { Evaluator, Inputs, Step } from './column.ts'
import { failedWith } from './failures.ts'
import { need } from './steps.ts'

/** The first cell that reads XML loads the library; later cells compute at once. */
export const readingXml = (prepare: (inputs: Inputs) => Step): Evaluator => ({
  prepare: (inputs) => (isXmlLoaded() ? prepare(inputs) : need({ kind: 'library', library: 'xml' })),
  complete: (inputs, _state, answer) => (answer.ok ? prepare(inputs) : failedWith(answer.failure)),
})
