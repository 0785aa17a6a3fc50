import type { Actor } from '../../http/caller.ts'
import type { Handler } from '../../http/handler.ts'
import { type Grant, makeToken } from './token.ts'

/** Milliseconds; longer than the SDKs' timeout of one hour. */
const lifetime = 2 * 3_600_000

function callerOf(actor: Actor): Pick<Grant, 'caller'> {
  if (actor.kind === 'key') return { caller: { kind: 'key', id: actor.id } }
  return actor.kind === 'person' ? { caller: { kind: 'session', hash: actor.sessionHash } } : {}
}

/** Makes a token without checking that the run exists: a channel without a run gets no messages. */
export const requestWebsocketToken: Handler<'requestWebsocketToken'> = async (
  { secrets, now },
  { caller, query },
) => {
  const { workspace } = caller
  const channel = query.capability
  const issued = now()
  const expires = issued + lifetime
  return {
    success: true as const,
    token_details: {
      token: makeToken(secrets, { workspace, channel, expires, ...callerOf(caller.actor) }),
      expires,
      issued,
      capability: JSON.stringify({ [channel]: ['subscribe'] }),
      clientId: `workspace-${workspace}`,
    },
    messaging_backend: 'centrifugo' as const,
  }
}
