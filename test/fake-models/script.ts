import type { FaultName } from './faults/index.ts'
import type { Question, Reply } from './question.ts'

/** The model's behaviour: a reply or a fault, the same for the same question. */
export type Script = (question: Question) => Reply | FaultName
