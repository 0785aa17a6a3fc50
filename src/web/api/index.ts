/**
 * Calls of the API by the names of the contract, typed by it; the session, the query client, storage of the browser.
 */

export { ApiError } from './api-error.ts'
export { base64Of } from './base64.ts'
export { type Answer, addressOfCall, call } from './call.ts'
export { followChanges } from './changes.ts'
export { errorAt, errorElsewhere } from './errors-at.ts'
export { invalidate } from './invalidate.ts'
export { pagesOf } from './pages-of.ts'
export { endSession, queryClient, whenSignedOut } from './query-client.ts'
export { queryOf } from './query-of.ts'
export { roleDescriptions } from './role-descriptions.ts'
export { roleNames } from './roles.ts'
export {
  continueAs,
  listenToTabs,
  MovedElsewhere,
  notifyTabs,
  type Session,
  sessionQuery,
  useMay,
  useSession,
} from './session.ts'
export { rejectWaitingCalls, resumeWaitingCalls, useSessionEnded } from './session-end.ts'
export {
  dropStored,
  hasStored,
  hasUnstored,
  readStored,
  storedKeys,
  storeIfRoom,
  whenUnstored,
  writeStored,
} from './stored.ts'
export { stream } from './stream.ts'
