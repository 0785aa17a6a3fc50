import { PbfWriter } from 'pbf'

/** The google.rpc.Code of each HTTP status. */
const codes: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  409: 9,
  413: 3,
  415: 3,
  422: 3,
  429: 8,
  503: 14,
}
const internal = 13

/** A refusal in protobuf, as google.rpc.Status. */
export function rpcStatus(status: number, body: unknown): Uint8Array {
  const { message, error } = body as { readonly message?: string; readonly error?: string }
  const writer = new PbfWriter()
  writer.writeVarintField(1, codes[status] ?? internal)
  writer.writeStringField(2, message ?? error ?? '')
  return writer.finish()
}
