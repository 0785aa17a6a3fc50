import { defaultUserKey, userKeyOf } from '../../engine/search/person-keys.ts'
import { call } from '../api/index.ts'
import { entry, inAddress, type PageEntry } from './palette-entry.ts'

/** The most ids of one kind. */
const maxOfKind = 8
/** Separators within ids: the words "customer 42" find `customer-42`. */
const separators = [' ', '-', '_']
/** More words are a sentence, which is no id. */
const maxWords = 4

/** Users and sessions of traces, and users of requests, whose ids begin with the words. */
export async function findPeople(text: string, signal: AbortSignal): Promise<readonly PageEntry[]> {
  const words = text.split(/\s+/)
  const prefixes =
    words.length > maxWords ? [] : [...new Set(separators.map((separator) => words.join(separator)))]
  const keys = call('suggestRequestValues', { query: { field: 'metadata_keys' }, signal })
  const idsOf = async (read: (prefix: string) => Promise<{ readonly values: readonly string[] }>) => {
    const answers = await Promise.all(prefixes.map(read))
    return answers.flatMap(({ values }) => values)
  }
  const [{ values: knownKeys }, users, sessions] = await Promise.all([
    keys,
    idsOf((prefix) => call('suggestTraceValues', { query: { field: 'trace_user_id', prefix }, signal })),
    idsOf((prefix) => call('suggestTraceValues', { query: { field: 'trace_session_id', prefix }, signal })),
  ])
  const key = userKeyOf(knownKeys)
  const ofRequests = await idsOf((prefix) =>
    call('suggestRequestValues', { query: { field: 'metadata_values', metadata_key: key, prefix }, signal }),
  )
  const search = key === defaultUserKey ? '' : `?part=requests&key=${inAddress(key)}`
  return [
    ...[...new Set([...users, ...ofRequests])]
      .slice(0, maxOfKind)
      .map((id) => entry('User', id, `/users/${encodeURIComponent(id)}${users.includes(id) ? '' : search}`)),
    ...[...new Set(sessions)]
      .slice(0, maxOfKind)
      .map((id) => entry('Session', id, `/sessions/${encodeURIComponent(id)}`)),
  ]
}
