/** Keys under which applications log whom a request is for, the usual one first. */
export const userKeys: readonly string[] = ['user', 'user_id', 'userId', 'customer']
export const sessionKeys: readonly string[] = [
  'session',
  'session_id',
  'sessionId',
  'conversation_id',
  'thread_id',
]
