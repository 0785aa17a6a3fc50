/** Accounts, sessions, members, invitations, keys, single sign-on, the audit log. */

import type { Handlers } from '../http/handler.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { accountHandlers } from './accounts.ts'
import { exportAuditEvents, listAuditEvents } from './audit-log.ts'
import { keyHandlers } from './keys.ts'
import { memberHandlers } from './members.ts'
import { testSignInProvider } from './oidc/test-provider.ts'
import { sessionHandlers } from './session-handlers.ts'
import { setUpHandlers } from './set-up.ts'
import { signInHandlers } from './sign-in.ts'

export { lockAccounts, selectAccounts } from './account-queries.ts'
export {
  changeAccount,
  closeAccount,
  makeInstallationAdmin,
  reopenAccount,
  requireInstallationAdmin,
  resetPassword,
  unlinkAccount,
} from './accounts.ts'
export { auditOf } from './audit.ts'
export { serveSingleSignOn } from './oidc/routes.ts'
export { lockMembership, selectMembers, selectWorkspacesOf } from './queries.ts'
export { endedCookie, sessionAuthenticator } from './sessions.ts'
export { setupCode } from './set-up.ts'

export const peopleHandlers = {
  ...sessionHandlers,
  ...setUpHandlers,
  ...signInHandlers,
  ...memberHandlers,
  ...keyHandlers,
  ...accountHandlers,
  acceptInvitation,
  readInvitation,
  exportAuditEvents,
  listAuditEvents,
  testSignInProvider,
} satisfies Partial<Handlers>
