/**
 * Everything that opens sockets or processes: guarded fetch, OTLP over gRPC, MCP client, object storage, the sandbox
 * for user code.
 */

/** The IP version of an address; 0 if the text is not an address. */
export { isIP } from 'node:net'
export {
  CleanHeaders,
  cleanHeaders,
  createGuardedFetch,
  type GuardedFetch,
  lazyGuardedFetch,
  OutboundAllowError,
  type OutboundAnswer,
  OutboundError,
  type OutboundErrorCode,
  type OutboundRequest,
  orAborted,
  parseOutboundAllow,
  type RedirectRule,
  restrictedTo,
  startDeadline,
} from './fetch/index.ts'
export { serveOtlpGrpc } from './grpc/serve-otlp-grpc.ts'
export * from './mcp/index.ts'
export * from './objects/index.ts'
export * from './sandbox/index.ts'
