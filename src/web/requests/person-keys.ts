/** Metadata keys that name the user of a request, most common first. */
export const userKeys: readonly string[] = ['user', 'user_id', 'userId', 'customer']
export const sessionKeys: readonly string[] = [
  'session',
  'session_id',
  'sessionId',
  'conversation_id',
  'thread_id',
]
