import { parseExact } from '../../engine/json/parse-exact.ts'
import { dropStored, readStored, storeIfRoom } from '../api/index.ts'
import { type StoredAnswer, type StoredAnswers, withAnswers } from './stored-answers.ts'

export { answersFor, answersOf, inputOf } from './stored-answers.ts'

const readAll = (key: string): StoredAnswers => {
  const stored = readStored<StoredAnswers>(key, parseExact)
  return Array.isArray(stored) ? stored : []
}

export const readAnswers = (key: string, playground: string): readonly StoredAnswer[] =>
  readAll(key).find(([name]) => name === playground)?.[1] ?? []

/** Stores the answers of a playground. If the storage of the browser is full, the answers of all playgrounds are dropped. */
export function storeAnswers(key: string, playground: string, answers: readonly StoredAnswer[]): void {
  if (!storeIfRoom(key, withAnswers(readAll(key), playground, answers))) dropStored(key)
}
