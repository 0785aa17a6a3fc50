/** Metadata keys that name the user of a request, most common first. */
export const userKeys: readonly string[] = ['user', 'user_id', 'userId', 'customer']

/** The key under which requests of traces have their user. */
export const defaultUserKey = 'user_id'

/** The one of these keys that most likely has the users. */
export const userKeyOf = (keys: readonly string[]): string =>
  [defaultUserKey, ...userKeys].find((key) => keys.includes(key)) ?? defaultUserKey

/** Metadata keys that name the session of a request. */
export const sessionKeys: readonly string[] = [
  'session',
  'session_id',
  'sessionId',
  'conversation_id',
  'thread_id',
]
