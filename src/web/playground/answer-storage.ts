import { parseExact } from '../../engine/json/exact-number.ts'
import { dropStored, readStored, storeIfRoom } from '../api/index.ts'
import { type StoredAnswer, type StoredAnswers, withAnswers } from './stored-answers.ts'

export { answersFor, answersOf, inputOf } from './stored-answers.ts'

const read = (key: string): StoredAnswers => {
  const stored = readStored<StoredAnswers>(key, parseExact)
  return Array.isArray(stored) ? stored : []
}

export const readAnswers = (key: string, playground: string): readonly StoredAnswer[] =>
  read(key).find(([name]) => name === playground)?.[1] ?? []

/** If the storage of the browser is full, it keeps no answers. */
export function storeAnswers(key: string, playground: string, answers: readonly StoredAnswer[]): void {
  if (!storeIfRoom(key, withAnswers(read(key), playground, answers))) dropStored(key)
}
