import { parseExact } from '../../engine/json/exact-number.ts'
import { dropStored, readStored, storeIfRoom } from '../api/index.ts'
import { type Kept, type KeptAnswer, withAnswers } from './kept-answers.ts'

export { answersFor, answersOf, inputOf } from './kept-answers.ts'

const read = (key: string): Kept => {
  const kept = readStored<Kept>(key, parseExact)
  return Array.isArray(kept) ? kept : []
}

export const readAnswers = (key: string, playground: string): readonly KeptAnswer[] =>
  read(key).find(([name]) => name === playground)?.[1] ?? []

/** If the storage of the browser is full, it keeps no answers. */
export function keepAnswers(key: string, playground: string, answers: readonly KeptAnswer[]): void {
  if (!storeIfRoom(key, withAnswers(read(key), playground, answers))) dropStored(key)
}
